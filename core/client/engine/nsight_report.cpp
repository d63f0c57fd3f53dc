// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/nsight_report.h"

#include "base/text/shell_word.h"
#include "client/engine/watched_runner.h"

namespace kw {

namespace {

namespace fs = std::filesystem;

constexpr size_t longestName = 120;  // bytes; file systems take 255

std::string fileName(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') ||
                         std::string_view("-_=,.+").find(c) != std::string_view::npos;
    name += isPlain ? c : '_';
  }
  return name.substr(0, longestName);
}

}  // namespace

NsightPrograms nsightPrograms() {
  return {watchingTool("ncu", "KERNELWRIGHT_NCU"), watchingTool("ncu-ui", "KERNELWRIGHT_NCU_UI")};
}

fs::path nsightReport(const fs::path& session, const Candidate& candidate,
                      const std::string& caseName) {
  const std::string label = candidate.isTemplate ? candidate.label() : "source";
  return session.parent_path() /
         (session.stem().string() + "-" + fileName(label) + "-" + fileName(caseName) + ".ncu-rep");
}

std::string nsightCommand(const std::string& subject, const Candidate& candidate) {
  const std::string report = fs::path(subject).stem().string() + ".ncu-rep";
  const std::string which =
      candidate.isTemplate ? "--config " + shellWord(candidate.label()) : "--source";
  return "kwr profile " + shellWord(subject) + " " + which + " --ncu " + shellWord(report) +
         " && ncu-ui " + shellWord(report);
}

Status canProfileWithNsight(const NsightPrograms& programs, bool onHost, const std::string& subject,
                            const Candidate& candidate) {
  const std::string advice = "on the machine with the GPU: " + nsightCommand(subject, candidate);
  if (onHost)
    return failMissing("Nsight Compute profiles kernels on a GPU, and the CPU was chosen", advice);
  if (programs.profiler.empty())
    return failMissing("Nsight Compute's ncu is not installed on this machine", advice);
  return {};
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/cxx_compiler.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>

#include "base/files/files.h"
#include "base/files/hash.h"
#include "base/process/child.h"
#include "runner/toolkit/toolkit.h"

namespace kw::host {

namespace fs = std::filesystem;

namespace {

std::string versionOf(const std::string& program, const std::string& option) {
  process::ChildOptions options;
  options.arguments = {program, option};
  options.pipeErrors = true;
  const auto ran = process::run(std::move(options), {}, std::chrono::seconds(10));
  if (!ran || ran->exit.signalled || ran->exit.code != 0) return {};
  return ran->output.substr(0, ran->output.find('\n'));
}

// Of the C library, with accesses that are to be checked.
constexpr const char* wrapped[] = {"memcpy", "memmove", "memset"};

// The oldest standard that CUDA's headers take.
std::string standardOption(const std::string& wanted, bool isClang) {
  const std::map<std::string, std::string> known = {
      {"c++17", "c++17"}, {"c++20", "c++20"}, {"c++23", isClang ? "c++2b" : "c++23"}};
  const auto found = known.find(wanted);
  return "-std=" + (found == known.end() ? "c++17" : found->second);
}

}  // namespace

Result<CxxCompiler> CxxCompiler::find(const std::vector<std::string>& programs) {
  const Toolkit& cuda = toolkit();
  if (cuda.includeFolders.empty()) {
    std::string looked;
    for (const std::string& place : cuda.looked)
      looked += (looked.empty() ? "" : ", ") + place;
    return failMissing(
        "the host device needs CUDA's headers, and found none (looked in " + looked + ")",
        "run packaging/setup.sh, or name a toolkit in KERNELWRIGHT_CUDA");
  }
  std::string tried;
  for (const std::string& name : programs) {
    const std::string program = process::findProgram(name);
    const bool isClang = name.find("clang") != std::string::npos;
    const std::string version =
        program.empty() ? "" : versionOf(program, isClang ? "-dumpversion" : "-dumpfullversion");
    if (!version.empty())
      return CxxCompiler{program, isClang, (isClang ? "clang++ " : "g++ ") + version};
    tried += (tried.empty() ? "" : ", ") + name;
  }
  return failMissing(
      "the host device needs a C++ compiler, and none is in PATH (tried " + tried + ")",
      "install g++");
}

std::vector<std::string> CxxCompiler::options(const CompileOptions& wanted) const {
  std::vector<std::string> all = {
      standardOption(wanted.standard, isClang), "-O2", "-march=native", "-fPIC",
      "-fvisibility=hidden", "-w",
      // As nvcc treats them: memory may be read as another type, and no operation traps.
      "-fno-strict-aliasing", "-fno-math-errno", "-fno-trapping-math",
      // No excerpts of sources, and not more messages than anybody reads.
      isClang ? "-fno-caret-diagnostics" : "-fno-diagnostics-show-caret",
      isClang ? "-ferror-limit=20" : "-fmax-errors=20"};
  const bool contract = std::find(wanted.options.begin(), wanted.options.end(), "--fmad=false") ==
                        wanted.options.end();
  all.emplace_back(contract ? "-ffp-contract=fast" : "-ffp-contract=off");
  all.insert(all.end(), {"-isystem", headerFolder()});
  for (const fs::path& folder : toolkit().includeFolders)
    all.insert(all.end(), {"-isystem", folder.string()});
  return all;
}

// Only what is a fault in CUDA too. Left out: signed overflow, which wraps on a GPU as it does
// here; conversions of numbers that are too large, which saturate there; shifting into the sign.
std::vector<std::string> CxxCompiler::sanitizerOptions() const {
  std::vector<std::string> all = {
      "-DKW_SANITIZED", "-g1", "-gdwarf-4", "-fno-sanitize-recover=all",
      // clang++'s "bounds" has a second part, which traps without a word.
      std::string("-fsanitize=address,alignment,shift-exponent,integer-divide-by-zero,return,"
                  "unreachable,") +
          (isClang ? "array-bounds" : "bounds")};
  if (isClang)
    all.emplace_back("-fsanitize-address-use-after-return=never");
  else
    all.insert(all.end(), {"--param", "asan-use-after-return=0"});
  for (const char* function : wrapped)
    all.push_back(std::string("-fno-builtin-") + function);
  return all;
}

std::vector<std::string> CxxCompiler::sanitizerLinkOptions() {
  std::vector<std::string> all;
  for (const char* function : wrapped)
    all.push_back(std::string("-Wl,--wrap=") + function);
  return all;
}

std::string headerFolder() {
  return (files::dataFolder() / "resources/host_cuda").string();
}

std::string headerHash() {
  std::vector<fs::path> headers;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(headerFolder(), ignored))
    if (entry.is_regular_file(ignored)) headers.push_back(entry.path());
  std::sort(headers.begin(), headers.end());
  files::Sha256 hash;
  for (const fs::path& header : headers) {
    const auto text = files::readText(header);
    hash.update(header.filename().string() + '\0' + (text ? *text : "") + '\0');
  }
  return hash.finish();
}

std::string processorFeatures() {
  std::ifstream file("/proc/cpuinfo");
  std::string text;
  for (std::string line; std::getline(file, line) && !line.empty();)
    if (line.starts_with("model name") || line.starts_with("flags") || line.starts_with("Features"))
      text += line + "\n";
  return text;
}

}  // namespace kw::host

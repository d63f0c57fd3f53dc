// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/source_lines.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "base/process/child.h"
#include "runner/device/host/cxx_compiler.h"
#include "runner/sandbox/sandbox.h"
#include "runner/toolkit/toolkit.h"

namespace kw::host {

namespace {

constexpr std::chrono::seconds mostSeconds{10};

bool isOfSystem(const std::string& file) {
  if (file.starts_with("?") || file.starts_with("/usr/") || file.starts_with(headerFolder()))
    return true;
  for (const std::filesystem::path& folder : toolkit().includeFolders)
    if (file.starts_with(folder.string())) return true;
  return false;
}

}  // namespace

std::string ownLineIn(const std::string& output) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const size_t colon = line.rfind(':');
    if (colon == std::string::npos || isOfSystem(line)) continue;
    // After the number may come " (discriminator 2)".
    const size_t end = line.find_first_not_of("0123456789", colon + 1);
    const std::string number = line.substr(colon + 1, end - colon - 1);
    if (number.empty() || number == "0") continue;
    return std::filesystem::path(line.substr(0, colon)).filename().string() + ":" + number;
  }
  return {};
}

std::string sourceLineAt(const std::string& sharedObject, uint64_t place, bool consentToNoSandbox) {
  std::string program;
  for (const char* name : {"addr2line", "llvm-addr2line"})
    if (program.empty()) program = process::findProgram(name);
  if (program.empty() || place == 0) return {};
  SandboxOptions options;
  options.readable = {program, sharedObject};
  options.memoryBytes = int64_t{4} << 30;
  options.cpuSeconds = static_cast<double>(mostSeconds.count());
  char address[32];
  std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(place));
  auto command =
      sandboxed({program, "-i", "-e", sharedObject, address}, options, consentToNoSandbox);
  if (!command) return {};
  const auto ran = process::run(std::move(command->options), {}, mostSeconds);
  return ran && !ran->exit.signalled && ran->exit.code == 0 ? ownLineIn(ran->output) : "";
}

}  // namespace kw::host

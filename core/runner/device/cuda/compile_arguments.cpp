// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/compile_arguments.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "runner/toolkit/toolkit.h"

namespace kw::cuda {
namespace {

// Those that end in '=' take a value of letters and digits.
constexpr std::array<std::string_view, 10> allowedOptions = {
    "--use_fast_math", "--fmad=",         "--ftz=",    "--prec-div=",
    "--prec-sqrt=",    "--maxrregcount=", "-lineinfo", "--extra-device-vectorization",
    "--device-int128", "-use_fast_math"};

bool isAllowed(std::string_view option) {
  return std::any_of(allowedOptions.begin(), allowedOptions.end(), [&](std::string_view allowed) {
    if (!allowed.ends_with('=')) return option == allowed;
    if (!option.starts_with(allowed) || option == allowed) return false;
    option.remove_prefix(allowed.size());
    return std::all_of(option.begin(), option.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); });
  });
}

std::string listOfAllowed() {
  std::string text;
  for (const std::string_view option : allowedOptions)
    text.append(text.empty() ? "" : " ").append(option);
  return text;
}

}  // namespace

std::string fullArchitecture(const std::string& architecture) {
  const size_t digits = architecture.find_first_of("0123456789");
  if (digits == std::string::npos || architecture.ends_with('a') || architecture.ends_with('f'))
    return architecture;
  return std::stoi(architecture.substr(digits)) >= 90 ? architecture + "a" : architecture;
}

Result<std::vector<std::string>> sharedArguments(const CompileJob& job) {
  std::vector<std::string> arguments;
  arguments.push_back("--std=" + (job.options.standard.empty() ? "c++17" : job.options.standard));
  for (const auto& [name, value] : job.macros)
    arguments.push_back("-D" + name + "=" + value);
  for (const std::string& define : job.options.defines)
    arguments.push_back("-D" + define);
  if (!job.folder.empty()) {
    arguments.push_back("-I" + job.folder);
    for (const std::string& folder : job.options.includeFolders)
      arguments.push_back("-I" + (std::filesystem::path(job.folder) / folder).string());
  }
  for (const std::filesystem::path& folder : toolkit().includeFolders)
    arguments.push_back("-I" + folder.string());
  bool lineinfo = false;
  for (const std::string& option : job.options.options) {
    if (!isAllowed(option))
      return failInput("the compile option \"" + option + "\" is not allowed", {},
                       "use one of " + listOfAllowed());
    lineinfo = lineinfo || option == "-lineinfo";
    arguments.push_back(option);
  }
  if (!lineinfo) arguments.push_back("-lineinfo");
  return arguments;
}

}  // namespace kw::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
// A child that is given a text and whose output is told as it comes. Internal to providers/.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/process/child.h"

namespace kw::language {

struct CommandLimits {
  std::chrono::milliseconds silence;
  std::chrono::milliseconds whole;  // from its start to its end, however much it writes
  size_t outputBytes;
};

struct CommandEnd {
  process::Exit exit;
  std::string errors;  // the end of its standard error
};

// `onOutput` gets at most `outputBytes` in all. A stop is ErrorKind::cancelled.
Result<CommandEnd> runCommand(const std::vector<std::string>& words, std::string_view input,
                              const CommandLimits& limits,
                              const std::function<void(std::string_view)>& onOutput,
                              std::stop_token stop);

}  // namespace kw::language

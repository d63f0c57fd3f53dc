// SPDX-License-Identifier: GPL-3.0-or-later
// What reading and writing of providers' settings share. Internal to providers/.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace kw::language {

inline constexpr const char* providersFormat = "kernelwright-providers/1";

// In the order of StructuredOutput.
inline const std::vector<std::string> wayNames{
    "none", "json_schema", "json_object", "response_schema", "structured_outputs", "forced_tool"};

// Programs that work on an answer for long print nothing meanwhile.
inline constexpr std::chrono::hours silenceOfCommands{1};

}  // namespace kw::language

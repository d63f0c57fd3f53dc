// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace kw::language {

// "37", "1.5", "37s", "250ms", "6m0s", "1h2m3.5s"; a number without a unit is one of seconds.
// Nothing where it is no duration, is negative, or is longer than a year.
std::optional<std::chrono::milliseconds> durationOf(std::string_view text);

}  // namespace kw::language

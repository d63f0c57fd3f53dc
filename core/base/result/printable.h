// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kw {

// The text with control characters as \x1b: what a problem or a damaged file holds must not steer
// a terminal. Line breaks and tabs stay, all of UTF-8 but its own control characters too.
std::string printable(std::string_view text);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kw::json {

// Bytes of the UTF-8 sequence that `text` begins with (1 to 4), or 0 where it begins with none: a
// stray or missing continuation byte, an overlong form, a surrogate, a code above U+10FFFF.
size_t utf8Length(std::string_view text);

// `code` is at most U+10FFFF and no surrogate.
void appendUtf8(std::string& out, unsigned code);

}  // namespace kw::json

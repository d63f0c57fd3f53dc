// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace kw::json {

// Bytes of the UTF-8 sequence that `text` begins with (1 to 4), or 0 where it begins with none: a
// stray or missing continuation byte, an overlong form, a surrogate, a code above U+10FFFF.
size_t utf8Length(std::string_view text);

}  // namespace kw::json

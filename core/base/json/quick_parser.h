// SPDX-License-Identifier: GPL-3.0-or-later
// The fast way through JSON that is as it should be. Internal to json/.
#pragma once

#include <optional>
#include <string_view>

#include "base/json/value.h"

namespace kw::json {

// The value with its places, or nothing where the text is anything but plainly right: a fault of
// any kind, but also what is right and rare (\u escapes, a byte order mark, reals near zero).
// parse() then reads it the thorough way, which knows how to say what is wrong and where. So this
// must never take what that refuses, nor read it as something else.
std::optional<Value> quickParse(std::string_view text);

}  // namespace kw::json

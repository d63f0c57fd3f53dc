// SPDX-License-Identifier: GPL-3.0-or-later
// Reals as JSON text. Internal to json/.
#pragma once

#include <string>
#include <string_view>

namespace kw::json {

// The shortest text that reads back as the same double, always with a point or an exponent so that
// it stays a real; "nan", "inf", "-inf" without quotes.
std::string realText(double value);
void appendReal(std::string& out, double value);

// Whether `text`, a JSON real that was read as `value`, denotes an integer that the double does not
// hold: 9007199254740993.0 does, 0.1 and 1e23 (which reads back as written) do not.
bool losesIntegerDigits(std::string_view text, double value);

}  // namespace kw::json

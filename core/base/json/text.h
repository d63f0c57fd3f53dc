// SPDX-License-Identifier: GPL-3.0-or-later
// JSON text to values and back.
#pragma once

#include <string>
#include <string_view>

#include "base/json/value.h"
#include "base/result/result.h"

namespace kw::json {

inline constexpr int maximumDepth = 64;

// Reads exactly one JSON value. Refused, with line, column and key path: anything after it, a
// duplicate key, an integer outside int64, a real that overflows or has more digits than a double
// holds in a way that changes its value as an integer, nesting over maximumDepth, invalid UTF-8.
// `fileName` only names the text in messages.
Result<Value> parse(std::string_view text, const std::string& fileName = {});
// The same by the way that is taken for texts with a fault; tests compare the two.
Result<Value> parseThoroughly(std::string_view text, const std::string& fileName = {});

// On one line, with no spaces: the form of protocol messages and `--json` lines.
std::string writeLine(const Value& value);

// Indented by two spaces, for files that people read. Short arrays of plain values stay on one
// line.
std::string writePretty(const Value& value);

}  // namespace kw::json

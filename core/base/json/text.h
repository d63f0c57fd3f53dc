// SPDX-License-Identifier: GPL-3.0-or-later
// JSON text to values and back.
#pragma once

#include <optional>
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

// What was read of a text that another program wrote, perhaps not to its end.
struct PartialValue {
  Value value;                 // null where nothing was kept
  std::optional<Error> fault;  // where the reading ended early, and why
  bool isCut = false;          // the fault is that the text breaks off
};
// Never refuses. Besides JSON it takes what Python writes (NaN, Infinity, -Infinity), commas before
// closing brackets, keys given twice (all stay; find() gives the first) and numbers of any length
// (as the nearest real). At a fault, containers down to `keptDepth` (the outermost is 1) keep the
// elements that are whole; what is broken off deeper is dropped.
PartialValue parseLeniently(std::string_view text, const std::string& fileName, int keptDepth);

// On one line, with no spaces: the form of protocol messages and `--json` lines.
std::string writeLine(const Value& value);

// Indented by two spaces, for files that people read. Short arrays of plain values stay on one
// line.
std::string writePretty(const Value& value);

}  // namespace kw::json

// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is parsed or refused; what was parsed can be evaluated without a trap, whatever its
// names stand for, and a value reads back from its text.
#include "base/expression/expression.h"
#include "fuzz_input.h"

using namespace kw;
using expression::Expression;
using expression::Value;

namespace {

// Values that provoke: by the name's last letter.
std::optional<Value> lookup(std::string_view name) {
  switch (name.back()) {
    case 'a':
      return int64_t{7};
    case 'b':
      return int64_t{-1};
    case 'c':
      return int64_t{0};
    case 'd':
      return INT64_MIN;
    case 'e':
      return INT64_MAX;
    case 'f':
      return 0.5;
    case 'g':
      return 1e308;
    case 'h':
      return -0x1p63;
    case 'i':
      return std::string("row");
    case 'j':
      return true;
    default:
      return std::nullopt;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto parsed = Expression::parse(fuzz::textOf(data, size));
  if (!parsed) {
    fuzz::require(parsed.error().kind == ErrorKind::badInput, "a fault is one of the input");
    return 0;
  }
  static_cast<void>(parsed->evaluateInteger(lookup));
  const auto value = parsed->evaluate(lookup);
  if (!value) return 0;
  const std::string text = expression::toText(*value);
  const auto again = Expression::parse(text);
  fuzz::require(again.has_value(), "the text of a value can be parsed", text);
  const auto same = again->evaluate(lookup);
  fuzz::require(same.has_value() && *same == *value, "it has the same value", text);
  return 0;
}

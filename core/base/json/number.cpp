// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace kw::json {

namespace {

// A decimal number as its significant digits (no zeros at either end) and the power of ten of the
// last one: 1200.0 is "12" and 2.
struct Decimal {
  std::string digits;
  int64_t exponent = 0;
  friend bool operator==(const Decimal&, const Decimal&) = default;
};

Decimal decimal(std::string_view text) {
  Decimal number;
  const size_t mark = std::min(text.find_first_of("eE"), text.size());
  if (mark < text.size()) {
    std::string_view exponent = text.substr(mark + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    // One too large for 64 bits belongs to a number that is 0 or was refused: any value does.
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), number.exponent);
  }
  bool afterPoint = false;
  for (const char c : text.substr(0, mark)) {
    if (c == '.') afterPoint = true;
    if (c < '0' || c > '9') continue;
    if (afterPoint) --number.exponent;
    if (c != '0' || !number.digits.empty()) number.digits += c;
  }
  while (number.digits.ends_with('0')) {
    number.digits.pop_back();
    ++number.exponent;
  }
  return number;
}

std::string exactText(double integral) {
  std::array<char, 400> buffer;  // the largest double has 309 digits
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), integral,
                                 std::chars_format::fixed, 0);
  return std::string(buffer.data(), end.ptr);
}

}  // namespace

void appendReal(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  const std::string_view text(buffer.data(), static_cast<size_t>(end.ptr - buffer.data()));
  out += text;
  if (text.find_first_of(".ein") == std::string_view::npos) out += ".0";
}

std::string realText(double value) {
  std::string text;
  appendReal(text, value);
  return text;
}

bool losesIntegerDigits(std::string_view text, double value) {
  constexpr double exactBelow = 0x1p53;
  if (std::fabs(value) < exactBelow) return false;
  const Decimal written = decimal(text);
  if (written.exponent < 0) return false;
  return written != decimal(realText(value)) && written != decimal(exactText(value));
}

}  // namespace kw::json

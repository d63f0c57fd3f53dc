// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>

#include "base/expression/arithmetic.h"
#include "base/expression/expression.h"

namespace kw::expression {

namespace {

// With a point or an exponent, so that it reads back as a real.
std::string realText(double value) {
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string text(buffer.data(), end.ptr);
  if (text.find_first_of(".ein") == std::string::npos) text += ".0";
  return text;
}

std::string quoted(const std::string& content) {
  std::string text = "'";
  for (const char c : content) {
    if (c == '\n')
      text += "\\n";
    else if (c == '\'' || c == '\\')
      text.append("\\") += c;
    else
      text += c;
  }
  return text + "'";
}

struct Writer {
  bool plain;
  std::string operator()(int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return realText(value); }
  std::string operator()(const std::string& value) const { return plain ? value : quoted(value); }
  std::string operator()(bool value) const {
    if (plain) return value ? "1" : "0";
    return value ? "true" : "false";
  }
};

struct Truth {
  bool operator()(int64_t value) const { return value != 0; }
  bool operator()(double value) const { return value != 0; }
  bool operator()(const std::string& value) const { return !value.empty(); }
  bool operator()(bool value) const { return value; }
};

}  // namespace

std::string toText(const Value& value) {
  return std::visit(Writer{false}, value);
}
std::string toPlainText(const Value& value) {
  return std::visit(Writer{true}, value);
}
bool isTrue(const Value& value) {
  return std::visit(Truth{}, value);
}

bool equal(const Value& a, const Value& b) {
  const std::string* textA = std::get_if<std::string>(&a);
  const std::string* textB = std::get_if<std::string>(&b);
  if (textA || textB) return textA && textB && *textA == *textB;
  return order(a, b) == std::partial_ordering::equivalent;
}

}  // namespace kw::expression

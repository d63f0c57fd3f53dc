// SPDX-License-Identifier: GPL-3.0-or-later
// Integers that a source gives a name to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kw::reading {

struct IntegerConstant {
  std::string name;
  int64_t value = 0;
  bool isMacro = false;   // else a const or constexpr variable
  bool isLiteral = true;  // its value is a number, not worked out from others
  int line = 1;
  size_t begin = 0;  // of the macro's whole line, or of the variable's value: [begin, end)
  size_t end = 0;
  bool isRepeated = false;  // defined more than once: what counts depends on conditions
};

// Object-like macros, `constexpr int`, `const int` (of any integer type) and enumerators with a
// value; in their order.
std::vector<IntegerConstant> integerConstantsIn(std::string_view text);

// A C++ expression of integers in the language of Kernelwright's expressions: casts, std:: and
// suffixes go, "/" becomes "//", usual names of a rounded-up division become ceil_div. "" for what
// the language cannot say.
std::string hostExpression(const std::string& text);

}  // namespace kw::reading

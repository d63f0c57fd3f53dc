// SPDX-License-Identifier: GPL-3.0-or-later
// The expression language of sizes and constraints.
//
// Values are integers (64 bits, overflow is an error), reals, strings and booleans. The spellings
// of C and Python both work, so Kernel Tuner's restriction strings need no change:
//   literals    12, 0x1f, 1e-3, 2.5, 'text', "text", true, True, false, False
//   lists       [1, 2, 3] and (1, 2): only to the right of `in`
//   names       width, device.threads_per_block
//   arithmetic  + - * / // % ** and unary + -; `/` of two integers gives a real as in Python when
//   it
//               does not divide evenly and an integer when it does; `//` and `%` round toward minus
//               infinity as in Python; ** takes a non-negative integer exponent on integers
//   comparison  == != < <= > >=, chained as in Python (32 <= x*y <= 1024); in, not in; is is not
//   used logic       && || ! and or not, short-circuit, giving booleans; numbers count as true if
//   not 0 choice      c ? a : b and a if c else b functions   min, max (1 or more), abs,
//   ceil_div(a, b), round_up(a, b), is_power_of_two(a),
//               log2 (integer, of a power of two), int(x), floor(x), ceil(x)
// Precedence is Python's, with ?: below everything and && like `and`, || like `or`, ! like C's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result/result.h"

namespace kw::expression {

using Value = std::variant<int64_t, double, std::string, bool>;

// "8192", "0.5", "'float'", "true": as the language would read it back.
std::string toText(const Value& value);
// For macros and canonical texts: strings without quotes, booleans as 1 and 0.
std::string toPlainText(const Value& value);
bool isTrue(const Value& value);
// Numbers by value (2 equals 2.0, true equals 1), strings by content.
bool equal(const Value& a, const Value& b);

// What a name stands for, or nothing where the name is unknown.
using Lookup = std::function<std::optional<Value>(std::string_view name)>;

struct Node;  // the parsed tree; see tree.h

class Expression {
 public:
  // `0`, so that a default-made one can be evaluated.
  Expression();

  // The message of a fault holds the column in `text` and what stands there. Texts of over 64 KiB
  // and trees of over 250 levels (a + b + c has two) are refused.
  static Result<Expression> parse(std::string_view text);
  static Expression constant(Value value);

  // Faults (ErrorKind::badInput): an unknown name, division by zero, overflow, a wrong kind of
  // operand; each with its column. A lookup is made for each use of a name that the value depends
  // on. Names can be checked beforehand with names().
  Result<Value> evaluate(const Lookup& lookup) const;
  // Evaluated to an integer; a real with an integral value counts, others are a fault.
  Result<int64_t> evaluateInteger(const Lookup& lookup) const;
  Result<double> evaluateReal(const Lookup& lookup) const;
  Result<bool> evaluateBool(const Lookup& lookup) const;

  const std::string& text() const { return m_text; }
  // Each name once, in order of first use.
  const std::vector<std::string>& names() const { return m_names; }
  bool isConstant() const { return m_names.empty(); }
  const Node& tree() const { return *m_tree; }

  friend bool operator==(const Expression& a, const Expression& b) { return a.m_text == b.m_text; }

 private:
  std::string m_text;
  std::shared_ptr<const Node> m_tree;
  std::vector<std::string> m_names;
};

}  // namespace kw::expression

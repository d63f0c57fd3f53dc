// SPDX-License-Identifier: GPL-3.0-or-later
// Checked arithmetic on values. Each function gives the result, or false and what is wrong in
// `fault`. Internal to expression/.
#pragma once

#include <compare>
#include <string>

#include "base/expression/tree.h"

namespace kw::expression {

bool isNumber(const Value& value);  // booleans count, as 1 and 0

// Of two numbers, exact even where an integer has more digits than a real holds; of two strings, by
// their bytes. Unordered where one is a string and the other is not, or with NaN.
std::partial_ordering order(const Value& a, const Value& b);

// Operations add to power.
bool calculate(Operation operation, const Value& a, const Value& b, Value& result,
               std::string& fault);
bool negate(const Value& a, Value& result, std::string& fault);

// A real with an integral value counts.
bool toInteger(const Value& value, int64_t& result, std::string& fault);

// "a number", "text 'x'": what was found, for messages.
std::string found(const Value& value);

}  // namespace kw::expression

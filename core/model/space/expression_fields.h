// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions in JSON files: a number, a boolean, or a string that is parsed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/expression/expression.h"
#include "base/json/reader.h"

namespace kw {

// A fault, and the expression 0, where the value holds none.
expression::Expression readExpression(const json::Value& value, const std::string& keyPath,
                                      json::Faults& faults);
expression::Expression requiredExpression(json::ObjectReader& reader, std::string_view key);
expression::Expression optionalExpression(json::ObjectReader& reader, std::string_view key,
                                          expression::Expression fallback = {});
// An array of them; absent gives none. More than `most` or fewer than `least` are a fault.
std::vector<expression::Expression> readExpressions(json::ObjectReader& reader,
                                                    std::string_view key, size_t least = 0,
                                                    size_t most = 1000);

// Numbers and booleans as such, everything else as its text.
json::Value writeExpression(const expression::Expression& expression);
json::Value writeExpressions(const std::vector<expression::Expression>& expressions);

// "key[3]", for messages about the elements of an array.
std::string elementPath(const std::string& keyPath, size_t index);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Which names an expression may use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/expression/expression.h"
#include "base/json/reader.h"

namespace kw {

// Letters, digits and '_', not beginning with a digit.
bool isIdentifier(std::string_view text);
// Words of the expression language, and "device": no size or parameter can be called so.
bool isReservedName(std::string_view text);

// What may follow "device." (see DeviceInfo::limits).
const std::vector<std::string>& deviceLimitNames();

// "did you mean …?", or "" where nothing is near.
std::string suggestion(std::string_view word, const std::vector<std::string>& known);

// The names that are known at some place of a file.
struct NameScope {
  std::vector<std::string> names;
  bool device = false;    // device.* too
  bool anything = false;  // names outside the list may still be defined: only device.* is checked

  NameScope with(const std::vector<std::string>& more) const;
};

// A fault for each name of the expression that is not in scope.
void checkNames(const expression::Expression& expression, const NameScope& scope,
                const json::Value& at, const std::string& keyPath, json::Faults& faults);

}  // namespace kw

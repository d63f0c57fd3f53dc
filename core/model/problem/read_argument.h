// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of "arguments" and "symbols" in problem.json.
#pragma once

#include "base/json/reader.h"
#include "model/problem/problem.h"
#include "model/space/names.h"

namespace kw {

// `sizes` are the names that the expressions may use. Which keys are allowed goes by the role.
Argument readArgument(const json::Value& value, const std::string& keyPath, const NameScope& sizes,
                      json::Faults& faults);
Symbol readSymbol(const json::Value& value, const std::string& keyPath, const NameScope& sizes,
                  json::Faults& faults);

}  // namespace kw

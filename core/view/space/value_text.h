// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a parameter as people write them: "64, 128, 256", "float, 'my type'", "2**10".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "model/space/space.h"

namespace kw::view {

// A text keeps its quotes where it would be read as something else without them.
std::string valueText(const ParameterValue& value);
std::string valuesText(const std::vector<ParameterValue>& values);

// Separated by commas: constants of the expression language, and words. Faults (with the column in
// `text`): no value, one that is given twice, one that cannot be read.
Result<std::vector<ParameterValue>> readValues(std::string_view text);

}  // namespace kw::view

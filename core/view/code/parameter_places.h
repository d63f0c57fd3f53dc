// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parameters of a space stand in a template, and the template with values in their place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/space/space.h"

namespace kw::view {

struct ParameterPlace {
  size_t parameter = 0;      // in `names`
  int line = 1, column = 1;  // counted from 1; column in bytes
  size_t offset = 0;         // bytes from the beginning of the text
  // False where the preprocessor is asked about the name itself (#ifdef NAME, defined(NAME)), so
  // that no value can stand there.
  bool isUse = true;
};

// In the order of the text. What stands in comments and strings does not count.
std::vector<ParameterPlace> parameterPlaces(std::string_view text,
                                            const std::vector<std::string>& names);

// The text with each use of a parameter replaced by its value, as the compiler sees it.
std::string filledTemplate(std::string_view text, const Configuration& configuration);

}  // namespace kw::view

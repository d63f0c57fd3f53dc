// SPDX-License-Identifier: GPL-3.0-or-later
// A constraint whose names are resolved.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/expression/expression.h"

namespace kw::constraints {

struct Condition {
  struct Name {
    std::string name;
    std::optional<uint32_t> parameter;  // its number; nothing: the name stands for `value`
    expression::Value value;
  };

  expression::Expression expression;
  std::vector<Name> names;  // of the expression, in its order
};

}  // namespace kw::constraints

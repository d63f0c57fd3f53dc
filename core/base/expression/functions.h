// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of the language. Internal to expression/.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/expression/tree.h"

namespace kw::expression {

struct Signature {
  std::string_view name;
  Function function = Function::minimum;
  int least = 1;  // arguments
  int most = 1;
};

// Or nullptr.
const Signature* findFunction(std::string_view name);
std::vector<std::string> functionNames();

// The number of arguments was checked by the parser. False with what is wrong in `fault`.
bool call(Function function, std::span<const Value> arguments, Value& result, std::string& fault);

}  // namespace kw::expression

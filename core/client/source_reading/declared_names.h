// SPDX-License-Identifier: GPL-3.0-or-later
// What a declaration declares, read off its tokens.
#pragma once

#include <set>
#include <string>

#include "client/source_reading/located_tokens.h"

namespace kw::reading {

struct Declared {
  // The function, the type with its enumerators, the variables, the alias. Of a member that is
  // defined outside its class, the class too.
  std::set<std::string> names;
  bool isFunction = false;
  bool isType = false;
  bool isOperator = false;
  bool isUsingNamespace = false;
};

// Of the declaration of tokens [begin, end).
Declared declaredBy(const Tokens& all, size_t begin, size_t end);

}  // namespace kw::reading

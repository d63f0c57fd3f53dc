// SPDX-License-Identifier: GPL-3.0-or-later
// Internal to expression/.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/expression/tree.h"

namespace kw::expression {

// Works out one tree. The results of nodes go into values of the caller's, and the one fault that
// there can be is kept here: a Result for each node would cost more than the arithmetic.
class Evaluator {
 public:
  Evaluator(std::string_view text, const Lookup& lookup) : m_text(text), m_lookup(lookup) {}

  // False: see takeError().
  bool evaluate(const Node& node, Value& result);
  Error takeError() { return std::move(*m_error); }

 private:
  bool name(const Node& node, Value& result);
  bool compare(const Node& node, Value& result);
  bool holds(const Node& node, Comparison comparison, const Value& left, const Value& right,
             bool& result);
  bool isMember(const Node& list, const Value& value, bool& result);
  bool junction(const Node& node, bool ending, Value& result);
  bool callFunction(const Node& node, Value& result);
  bool refuse(const Node& node, const std::string& what);

  std::string_view m_text;
  const Lookup& m_lookup;
  std::optional<Error> m_error;
};

}  // namespace kw::expression

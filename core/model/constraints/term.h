// SPDX-License-Identifier: GPL-3.0-or-later
// The operations of constraints, each a term over other terms. Internal to constraints/.
#pragma once

#include <cstdint>
#include <vector>

#include "base/expression/tree.h"
#include "model/constraints/facts.h"
#include "model/constraints/scalar.h"

namespace kw::constraints {

using TermId = uint32_t;

enum class Code : uint8_t {
  constant,   // Term::value
  parameter,  // Term::parameter
  calculate,  // Term::operation of two operands
  negate,
  plus,
  compare,  // Term::comparison of two operands
  member,   // of operand 0 in the others
  all,      // `and`: a boolean; the first operand that is false or a fault decides
  any,      // `or`
  invert,
  choice,   // operand 1 if operand 0, else operand 2
  call,     // Term::function
  sum,      // of two or more integers, none of whose partial sums overflows
  product,  // likewise
};

struct Term {
  Code code = Code::constant;
  expression::Operation operation = expression::Operation::add;
  expression::Comparison comparison = expression::Comparison::equal;
  expression::Function function = expression::Function::minimum;
  uint32_t parameter = 0;
  Scalar value;
  std::vector<TermId> operands;

  // Worked out by the table of terms.
  Facts facts;
  std::vector<uint32_t> parameters;  // that it depends on, ascending
  std::vector<Scalar> column;        // of one parameter: the term's value for each of its values
};

}  // namespace kw::constraints

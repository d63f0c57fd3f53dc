// SPDX-License-Identifier: GPL-3.0-or-later
// The parsed form of an expression, for whoever evaluates or writes it in a way of their own.
#pragma once

#include <string>
#include <vector>

#include "base/expression/expression.h"

namespace kw::expression {

enum class Operation {
  literal,  // Node::value
  name,     // Node::name
  list,     // the operands; only to the right of `in`
  negate,
  plus,
  logicalNot,
  add,
  subtract,
  multiply,
  divide,
  floorDivide,
  modulo,
  power,
  compare,     // operands[0] comparisons[0] operands[1] comparisons[1] operands[2] …
  logicalAnd,  // two or more operands
  logicalOr,
  choice,  // operands: condition, value if it is true, value if not
  call,    // Node::function of the operands
};

enum class Comparison { equal, notEqual, less, lessEqual, greater, greaterEqual, in, notIn };

enum class Function {
  minimum,
  maximum,
  absolute,
  ceilDivide,
  roundUp,
  isPowerOfTwo,
  log2,
  toInteger,
  floor,
  ceil
};

struct Node {
  Operation operation = Operation::literal;
  int column =
      1;  // of the operator, the name, the literal or the opening bracket; in bytes, from 1
  int height = 1;  // levels of the tree from here down
  Value value = int64_t{0};
  std::string name;
  Function function = Function::minimum;
  std::vector<Comparison> comparisons;
  std::vector<Node> operands;
};

}  // namespace kw::expression

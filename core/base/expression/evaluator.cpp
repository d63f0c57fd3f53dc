// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/expression/evaluator.h"

#include "base/expression/arithmetic.h"
#include "base/expression/functions.h"
#include "base/expression/lexer.h"

namespace kw::expression {

bool Evaluator::refuse(const Node& node, const std::string& what) {
  m_error = faultAt(m_text, node.column, what);
  return false;
}

bool Evaluator::evaluate(const Node& node, Value& result) {
  std::string fault;
  switch (node.operation) {
    case Operation::literal:
      result = node.value;
      return true;
    case Operation::name:
      return name(node, result);
    case Operation::list:
      return refuse(node, "a list may only stand to the right of `in`; found one");
    case Operation::compare:
      return compare(node, result);
    case Operation::logicalAnd:
      return junction(node, false, result);
    case Operation::logicalOr:
      return junction(node, true, result);
    case Operation::call:
      return callFunction(node, result);
    case Operation::logicalNot:
      if (!evaluate(node.operands[0], result)) return false;
      result = !isTrue(result);
      return true;
    case Operation::choice:
      if (!evaluate(node.operands[0], result)) return false;
      return evaluate(node.operands[isTrue(result) ? 1 : 2], result);
    case Operation::negate:
      if (!evaluate(node.operands[0], result)) return false;
      return negate(result, result, fault) || refuse(node, fault);
    case Operation::plus:
      if (!evaluate(node.operands[0], result)) return false;
      return calculate(Operation::add, int64_t{0}, result, result, fault) || refuse(node, fault);
    default:
      break;
  }
  Value right;
  if (!evaluate(node.operands[0], result) || !evaluate(node.operands[1], right)) return false;
  return calculate(node.operation, result, right, result, fault) || refuse(node, fault);
}

bool Evaluator::name(const Node& node, Value& result) {
  std::optional<Value> value = m_lookup ? m_lookup(node.name) : std::nullopt;
  if (!value) return refuse(node, "the name '" + node.name + "' is unknown");
  result = std::move(*value);
  return true;
}

// As in Python: each comparison with its neighbour, until one fails.
bool Evaluator::compare(const Node& node, Value& result) {
  Value left;
  Value right;
  if (!evaluate(node.operands[0], left)) return false;
  bool all = true;
  for (size_t i = 0; all && i < node.comparisons.size(); ++i) {
    const Node& operand = node.operands[i + 1];
    const Comparison comparison = node.comparisons[i];
    if (comparison == Comparison::in || comparison == Comparison::notIn) {
      if (!isMember(operand, left, all)) return false;
      all = all == (comparison == Comparison::in);
      continue;
    }
    if (!evaluate(operand, right)) return false;
    if (!holds(node, comparison, left, right, all)) return false;
    left.swap(right);
  }
  result = all;
  return true;
}

bool Evaluator::holds(const Node& node, Comparison comparison, const Value& left,
                      const Value& right, bool& result) {
  if (comparison == Comparison::equal || comparison == Comparison::notEqual) {
    result = equal(left, right) == (comparison == Comparison::equal);
    return true;
  }
  if (isNumber(left) != isNumber(right))
    return refuse(node, "cannot order " + found(left) + " and " + found(right));
  const std::partial_ordering ordering = order(left, right);
  switch (comparison) {
    case Comparison::less:
      result = ordering < 0;
      break;
    case Comparison::lessEqual:
      result = ordering <= 0;
      break;
    case Comparison::greater:
      result = ordering > 0;
      break;
    default:
      result = ordering >= 0;
      break;
  }
  return true;
}

bool Evaluator::isMember(const Node& list, const Value& value, bool& result) {
  result = false;
  Value element;
  for (const Node& operand : list.operands) {
    if (!evaluate(operand, element)) return false;
    result = result || equal(value, element);
  }
  return true;
}

// and, or: the first operand whose truth is `ending` decides, and the rest is not looked at.
bool Evaluator::junction(const Node& node, bool ending, Value& result) {
  for (const Node& operand : node.operands) {
    if (!evaluate(operand, result)) return false;
    if (isTrue(result) != ending) continue;
    result = ending;
    return true;
  }
  result = !ending;
  return true;
}

bool Evaluator::callFunction(const Node& node, Value& result) {
  std::vector<Value> arguments(node.operands.size());
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!evaluate(node.operands[i], arguments[i])) return false;
  std::string fault;
  return call(node.function, arguments, result, fault) || refuse(node, fault);
}

}  // namespace kw::expression

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/expression/expression.h"

#include <algorithm>

#include "base/expression/arithmetic.h"
#include "base/expression/evaluator.h"
#include "base/expression/lexer.h"
#include "base/expression/parser.h"
#include "base/expression/tree.h"

namespace kw::expression {

namespace {

void collectNames(const Node& node, std::vector<std::string>& names) {
  const bool isNew = std::find(names.begin(), names.end(), node.name) == names.end();
  if (node.operation == Operation::name && isNew) names.push_back(node.name);
  for (const Node& operand : node.operands)
    collectNames(operand, names);
}

// Column 1 stands for the expression as a whole.
Unexpected<Error> wrongKind(const std::string& text, const std::string& wanted,
                            const Value& value) {
  return fail(faultAt(text, 1, "expected " + wanted + ", found " + found(value)));
}

}  // namespace

Expression::Expression() {
  static const std::shared_ptr<const Node> zero = std::make_shared<const Node>();
  m_text = "0";
  m_tree = zero;
}

Result<Expression> Expression::parse(std::string_view text) {
  KW_ASSIGN(Node tree, parseTree(text));
  Expression expression;
  expression.m_text = text;
  collectNames(tree, expression.m_names);
  expression.m_tree = std::make_shared<const Node>(std::move(tree));
  return expression;
}

Expression Expression::constant(Value value) {
  Expression expression;
  expression.m_text = toText(value);
  Node literal;
  literal.value = std::move(value);
  expression.m_tree = std::make_shared<const Node>(std::move(literal));
  return expression;
}

Result<Value> Expression::evaluate(const Lookup& lookup) const {
  Evaluator evaluator(m_text, lookup);
  Value value;
  if (!evaluator.evaluate(*m_tree, value)) return fail(evaluator.takeError());
  return value;
}

Result<int64_t> Expression::evaluateInteger(const Lookup& lookup) const {
  KW_ASSIGN(const Value value, evaluate(lookup));
  int64_t integer = 0;
  std::string fault;
  if (std::holds_alternative<bool>(value) || !toInteger(value, integer, fault))
    return wrongKind(m_text, "an integer", value);
  return integer;
}

Result<double> Expression::evaluateReal(const Lookup& lookup) const {
  KW_ASSIGN(const Value value, evaluate(lookup));
  if (const double* real = std::get_if<double>(&value)) return *real;
  if (const int64_t* integer = std::get_if<int64_t>(&value)) return static_cast<double>(*integer);
  return wrongKind(m_text, "a number", value);
}

Result<bool> Expression::evaluateBool(const Lookup& lookup) const {
  KW_ASSIGN(const Value value, evaluate(lookup));
  return isTrue(value);
}

}  // namespace kw::expression

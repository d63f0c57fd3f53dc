// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/compile.h"

#include <algorithm>

namespace kw::constraints {

namespace {

using expression::Comparison;
using expression::Node;
using expression::Operation;

class Compiler {
 public:
  Compiler(const Condition& condition, TermTable& terms) : m_condition(condition), m_terms(terms) {}

  TermId term(const Node& node) {
    switch (node.operation) {
      case Operation::literal:
        return m_terms.constant(node.value);
      case Operation::name:
        return name(node);
      case Operation::list:
        return m_terms.constant(Scalar::fault());
      case Operation::compare:
        return comparisons(node);
      default:
        return m_terms.make(withOperands(shapeOf(node), node));
    }
  }

 private:
  static Term shapeOf(const Node& node) {
    Term term;
    switch (node.operation) {
      case Operation::negate:
        term.code = Code::negate;
        break;
      case Operation::plus:
        term.code = Code::plus;
        break;
      case Operation::logicalNot:
        term.code = Code::invert;
        break;
      case Operation::logicalAnd:
        term.code = Code::all;
        break;
      case Operation::logicalOr:
        term.code = Code::any;
        break;
      case Operation::choice:
        term.code = Code::choice;
        break;
      case Operation::call:
        term.code = Code::call;
        term.function = node.function;
        break;
      default:
        term.code = Code::calculate;
        term.operation = node.operation;
        break;
    }
    return term;
  }

  Term withOperands(Term shape, const Node& node) {
    for (const Node& operand : node.operands)
      shape.operands.push_back(term(operand));
    return shape;
  }

  TermId name(const Node& node) {
    const auto found = std::ranges::find(m_condition.names, node.name, &Condition::Name::name);
    return found->parameter ? m_terms.parameter(*found->parameter) : m_terms.constant(found->value);
  }

  // 1 < a < 8 is 1 < a and a < 8: the second is looked at only where the first holds.
  TermId comparisons(const Node& node) {
    Term all;
    all.code = Code::all;
    for (size_t i = 0; i < node.comparisons.size(); ++i)
      all.operands.push_back(comparison(node, i));
    return all.operands.size() == 1 ? all.operands.front() : m_terms.make(std::move(all));
  }

  TermId comparison(const Node& node, size_t number) {
    Term term;
    const Comparison comparison = node.comparisons[number];
    term.operands.push_back(this->term(node.operands[number]));
    const Node& right = node.operands[number + 1];
    if (comparison != Comparison::in && comparison != Comparison::notIn) {
      term.code = Code::compare;
      term.comparison = comparison;
      term.operands.push_back(this->term(right));
      return m_terms.make(std::move(term));
    }
    term.code = Code::member;
    const TermId member = m_terms.make(withOperands(std::move(term), right));
    if (comparison == Comparison::in) return member;
    Term inverted;
    inverted.code = Code::invert;
    inverted.operands = {member};
    return m_terms.make(std::move(inverted));
  }

  const Condition& m_condition;
  TermTable& m_terms;
};

void takeApart(TermId term, TermTable& terms, std::vector<TermId>& parts) {
  const std::vector<TermId> operands =
      terms[term].code == Code::all ? terms[term].operands : std::vector<TermId>{};
  size_t next = 0;
  for (; next < operands.size() && !terms[operands[next]].facts.may(Kind::fault); ++next)
    takeApart(operands[next], terms, parts);
  if (next == operands.size() && next > 0) return;
  if (next == 0) {
    parts.push_back(term);
    return;
  }
  Term rest;
  rest.code = Code::all;
  rest.operands.assign(operands.begin() + static_cast<ptrdiff_t>(next), operands.end());
  takeApart(terms.make(std::move(rest)), terms, parts);
}

}  // namespace

std::vector<TermId> requirementsOf(const Condition& condition, TermTable& terms) {
  std::vector<TermId> parts;
  takeApart(Compiler(condition, terms).term(condition.expression.tree()), terms, parts);
  return parts;
}

}  // namespace kw::constraints

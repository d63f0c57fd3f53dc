// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/lowering.h"

#include <algorithm>

namespace kw::constraints {

namespace {

constexpr uint8_t seen = 1, usedAsItIs = 2;
constexpr int64_t largestDivisor = int64_t{1} << 31;  // so that products of remainders fit

bool isFold(const Term& term) {
  return term.code == Code::sum || term.code == Code::product;
}

bool isModulo(const Term& term) {
  return term.code == Code::calculate && term.operation == expression::Operation::modulo;
}

}  // namespace

Lowering::Lowering(TermTable& terms, std::map<uint32_t, int> depths,
                   const std::vector<TermId>& requirements)
    : m_terms(terms), m_depths(std::move(depths)), m_uses(terms.size()) {
  for (const TermId requirement : requirements)
    markUses(requirement, false);
}

// Sums and products of which only remainders are needed need not be known themselves.
void Lowering::markUses(TermId term, bool underModulo) {
  const uint8_t use = underModulo ? seen : seen | usedAsItIs;
  if ((m_uses[term] & use) == use) return;
  m_uses[term] |= use;
  const Term& at = m_terms[term];
  const bool passesOn = underModulo && isFold(at);
  for (size_t i = 0; i < at.operands.size(); ++i)
    markUses(at.operands[i], passesOn || (i == 0 && isModulo(at)));
}

int Lowering::depthOf(TermId term) const {
  int depth = -1;
  for (const uint32_t parameter : m_terms[term].parameters)
    depth = std::max(depth, m_depths.at(parameter));
  return depth;
}

TermId Lowering::lower(TermId term) {
  if (m_terms[term].parameters.size() < 2) return term;
  if (const auto known = m_lowered.find(term); known != m_lowered.end()) return known->second;
  const TermId result = lowered(term);
  m_lowered.emplace(term, result);
  return result;
}

TermId Lowering::lowered(TermId term) {
  const Term original = m_terms[term];
  if (isModulo(original) && isReducible(original.operands[0])) {
    const Term& divisor = m_terms[original.operands[1]];
    if (divisor.code == Code::constant && divisor.facts.isWhole() && divisor.value.bits > 0 &&
        divisor.value.bits < largestDivisor)
      return reduced(original.operands[0], original.operands[1]);
  }
  std::vector<TermId> operands;
  for (const TermId operand : original.operands)
    operands.push_back(lower(operand));
  if (isFold(original))
    return joined(original.code == Code::sum ? Operation::add : Operation::multiply,
                  std::move(operands), nullptr);
  Term copy = original;
  copy.operands = std::move(operands);
  copy.facts = {};
  copy.parameters.clear();
  return m_terms.makeAsItIs(std::move(copy));
}

bool Lowering::isReducible(TermId term) const {
  return isFold(m_terms[term]) && m_terms[term].parameters.size() > 1 &&
         (m_uses[term] & usedAsItIs) == 0;
}

TermId Lowering::pair(Operation operation, TermId a, TermId b) {
  Term term;
  term.code = Code::calculate;
  term.operation = operation;
  term.operands = {a, b};
  return m_terms.makeAsItIs(std::move(term));
}

TermId Lowering::remainder(TermId term, TermId divisor) {
  const Facts& facts = m_terms[term].facts;
  if (facts.isWhole() && facts.low >= 0 && facts.high < m_terms[divisor].value.bits) return term;
  return pair(Operation::modulo, term, divisor);
}

// The remainder of a sum is that of the sum of the remainders, and so for products: what is carried
// from one depth to the next has as many values as the divisor at most.
TermId Lowering::reduced(TermId term, TermId divisor) {
  const auto key = std::pair(term, divisor);
  if (const auto known = m_reduced.find(key); known != m_reduced.end()) return known->second;
  const Term original = m_terms[term];
  std::vector<TermId> parts;
  for (const TermId operand : original.operands)
    parts.push_back(isReducible(operand) ? reduced(operand, divisor)
                                         : remainder(lower(operand), divisor));
  const TermId result = joined(original.code == Code::sum ? Operation::add : Operation::multiply,
                               std::move(parts), &divisor);
  m_reduced.emplace(key, result);
  return result;
}

// Parts of one parameter first among those of their depth: joined, they are one column.
TermId Lowering::joined(Operation operation, std::vector<TermId> parts, const TermId* divisor) {
  std::ranges::sort(parts, {}, [&](TermId part) {
    return std::tuple(depthOf(part), m_terms[part].parameters.size(), part);
  });
  std::optional<TermId> all;
  for (size_t i = 0; i < parts.size();) {
    const int depth = depthOf(parts[i]);
    TermId here = parts[i++];
    for (; i < parts.size() && depthOf(parts[i]) == depth; ++i) {
      here = pair(operation, here, parts[i]);
      if (divisor) here = remainder(here, *divisor);
    }
    all = all ? pair(operation, *all, here) : here;
    if (divisor) all = remainder(*all, *divisor);
  }
  return *all;
}

}  // namespace kw::constraints

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/state_estimate.h"

#include <algorithm>

#include "base/sorting/distinct.h"

namespace kw::constraints {

namespace {

double rangeOf(const Facts& facts) {
  if (!facts.isWhole()) return 1e300;
  return static_cast<double>(facts.high) - static_cast<double>(facts.low) + 1;
}

}  // namespace

StateEstimate::StateEstimate(const TermTable& terms, const std::vector<TermId>& requirements,
                             size_t parameters)
    : m_terms(&terms), m_isUsed(terms.size()), m_assigned(parameters) {
  for (const TermId requirement : requirements)
    collect(requirement);
}

void StateEstimate::collect(TermId term) {
  if (m_isUsed[term] || (*m_terms)[term].parameters.size() < 2) return;
  m_isUsed[term] = true;
  m_used.push_back(term);
  for (const TermId operand : (*m_terms)[term].operands)
    collect(operand);
}

bool StateEstimate::isKnown(TermId term) const {
  return std::ranges::all_of((*m_terms)[term].parameters,
                             [&](uint32_t parameter) { return m_assigned[parameter]; });
}

double StateEstimate::combinationsOf(const std::vector<uint32_t>& parameters) const {
  double product = 1;
  for (const uint32_t parameter : parameters)
    product *= static_cast<double>(m_terms->domainSize(parameter));
  return product;
}

void StateEstimate::addOperands(const Term& term, Live& live) {
  for (const TermId operand : term.operands) {
    const Term& at = (*m_terms)[operand];
    if (at.parameters.empty() || m_isLive[operand] || !isKnown(operand)) continue;
    m_isLive[operand] = true;
    live.states *= std::min(rangeOf(at.facts), combinationsOf(at.parameters));
    for (const uint32_t parameter : at.parameters)
      m_counted[parameter] = true;
  }
}

// The known operands of a sum or product are one value.
void StateEstimate::addPartial(const Term& term, Live& live) {
  Facts facts = Facts::whole(term.code == Code::sum ? 0 : 1, term.code == Code::sum ? 0 : 1);
  std::vector<uint32_t> parameters;
  for (const TermId operand : term.operands) {
    const Term& at = (*m_terms)[operand];
    if (at.parameters.empty() || !isKnown(operand)) continue;
    const Facts pair[] = {facts, at.facts};
    facts = factsOf(term, pair);
    parameters.insert(parameters.end(), at.parameters.begin(), at.parameters.end());
  }
  if (parameters.empty()) return;
  sortDistinct(parameters);
  live.states *= std::min(rangeOf(facts), combinationsOf(parameters));
  for (const uint32_t parameter : parameters)
    m_counted[parameter] = true;
}

double StateEstimate::statesWith(uint32_t parameter) {
  const bool before = m_assigned[parameter];
  m_assigned[parameter] = true;
  m_counted.assign(m_assigned.size(), false);
  m_isLive.assign(m_terms->size(), false);
  Live live;
  for (const TermId used : m_used) {
    const Term& term = (*m_terms)[used];
    if (isKnown(used)) continue;
    if (term.code == Code::sum || term.code == Code::product)
      addPartial(term, live);
    else
      addOperands(term, live);
  }
  for (uint32_t i = 0; i < m_counted.size(); ++i)
    if (m_counted[i]) live.combinations *= static_cast<double>(m_terms->domainSize(i));
  m_assigned[parameter] = before;
  return std::min(live.states, live.combinations);
}

}  // namespace kw::constraints

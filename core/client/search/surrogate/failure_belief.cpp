// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/surrogate/failure_belief.h"

#include <algorithm>
#include <cmath>

namespace kw::surrogate {

namespace {

// One surprise must not settle it.
constexpr double surest = 0.95;
// Odds of 20 for the model before anything is known, and never less than one to a thousand for
// either: failures of real kernels have reasons, and a search moves to where others count.
constexpr double priorEvidence = 3, mostEvidence = 7;

double likelihood(double probability, bool usable) {
  const double bounded = std::clamp(probability, 1 - surest, surest);
  return std::log(usable ? bounded : 1 - bounded);
}

}  // namespace

double FailureBelief::share() const {
  return (static_cast<double>(m_usable) + 1) / (static_cast<double>(m_all) + 2);
}

void FailureBelief::learn(double modelled, bool usable) {
  m_evidence += likelihood(modelled, usable) - likelihood(share(), usable);
  m_evidence = std::clamp(m_evidence, -priorEvidence - mostEvidence, mostEvidence - priorEvidence);
  count(usable);
}

void FailureBelief::count(bool usable) {
  ++m_all;
  if (usable) ++m_usable;
}

double FailureBelief::probability(double modelled) const {
  const double weight = 1 / (1 + std::exp(-priorEvidence - m_evidence));
  return weight * modelled + (1 - weight) * share();
}

}  // namespace kw::surrogate

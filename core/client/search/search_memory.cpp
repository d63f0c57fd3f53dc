// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/search_memory.h"

#include <cmath>
#include <limits>

namespace kw {

double SearchMemory::scoreOf(const Observation& observation) {
  // A time of 0 or of no number is a fault of whoever measured it, not a fast kernel.
  const bool isTime = std::isfinite(observation.relative) && observation.relative > 0;
  return observation.usable && isTime ? observation.relative
                                      : std::numeric_limits<double>::infinity();
}

double SearchMemory::told(const Observation& observation) {
  const double score = scoreOf(observation);
  m_scores[observation.index] = score;
  ++m_told;
  if (score < m_bestScore) {
    m_bestScore = score;
    m_best = observation.index;
  }
  return score;
}

std::optional<double> SearchMemory::score(size_t index) const {
  const auto found = m_scores.find(index);
  if (found == m_scores.end() || found->second == waiting) return std::nullopt;
  return found->second;
}

size_t SearchMemory::nextAtRandom() {
  while (isAsked(static_cast<size_t>(m_order.at(m_position))))
    ++m_position;
  return static_cast<size_t>(m_order.at(m_position));
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/learning_strategy.h"

namespace kw {

LearningStrategy::LearningStrategy(const ValidSpace& space, uint64_t seed)
    : m_axes(space), m_memory(space.size(), seed), m_random(~seed) {}

std::optional<size_t> LearningStrategy::ask() {
  if (exhausted()) return std::nullopt;
  std::optional<size_t> index = propose();
  if (!index && m_memory.waitingCount() > 0) return std::nullopt;
  if (!index || m_memory.isAsked(*index)) index = m_memory.nextAtRandom();
  m_memory.asked(*index);
  return index;
}

void LearningStrategy::tell(const Observation& observation) {
  learnCost(observation.index, observation.seconds);
  if (observation.resources.isKnown()) learnResources(observation.index, observation.resources);
  learn(observation.index, m_memory.told(observation));
}

}  // namespace kw

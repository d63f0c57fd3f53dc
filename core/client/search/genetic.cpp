// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/genetic.h"

#include <algorithm>
#include <cmath>

#include "client/search/mutation.h"

namespace kw {

std::optional<size_t> Genetic::propose() {
  if (m_sinceBetter > patience) beginEpoch();
  const bool seeding = m_seeds < seedCount;
  if (seeding || m_population.size() < 2) {
    ++m_seeds;
    return memory().nextAtRandom();
  }
  for (int i = 0; i < tries; ++i)
    if (const std::optional<size_t> found = child(); found && !memory().isAsked(*found))
      return found;
  beginEpoch();
  return memory().nextAtRandom();
}

void Genetic::learn(size_t index, double score) {
  ++m_sinceBetter;
  if (!std::isfinite(score)) return;
  if (m_population.empty() || score < m_population.front().score) m_sinceBetter = 0;
  const auto place = std::ranges::upper_bound(m_population, score, {}, &Member::score);
  m_population.insert(place, Member{index, score});
  if (m_population.size() > populationSize) m_population.pop_back();
}

// The better of two.
const Genetic::Member& Genetic::selected() {
  const size_t one = random().below(m_population.size());
  const size_t other = random().below(m_population.size());
  return m_population[std::min(one, other)];
}

std::optional<size_t> Genetic::child() {
  const std::vector<uint16_t> mother = axes().ranks(selected().index);
  const std::vector<uint16_t> father = axes().ranks(selected().index);
  std::vector<double> ranks(mother.size());
  for (size_t i = 0; i < ranks.size(); ++i)
    ranks[i] = random().chance(0.5) ? mother[i] : father[i];
  mutate(ranks, axes(), random());
  return axes().nearest(ranks);
}

// Of the population, the best alone is kept.
void Genetic::beginEpoch() {
  if (m_population.size() > 1) m_population.resize(1);
  m_seeds = 0;
  m_sinceBetter = 0;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/differential_evolution.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "client/search/mutation.h"

namespace kw {

std::optional<size_t> DifferentialEvolution::propose() {
  if (m_seeds < populationSize || m_population.size() < 4) {
    ++m_seeds;
    return memory().nextAtRandom();
  }
  if (m_sinceBetter > patience) diversify();
  for (int i = 0; i < tries; ++i) {
    m_target = (m_target + 1) % m_population.size();
    const size_t trial = trialFor(m_target);
    if (!memory().isAsked(trial)) {
      m_targets[trial] = m_target;
      return trial;
    }
    if (const auto score = memory().score(trial)) compete(m_target, {trial, *score});
  }
  diversify();
  return memory().nextAtRandom();
}

void DifferentialEvolution::learn(size_t index, double score) {
  const auto target = m_targets.find(index);
  ++m_sinceBetter;
  if (std::isfinite(score) && memory().bestScore() == score && memory().best() == index)
    m_sinceBetter = 0;
  if (target != m_targets.end()) {
    const size_t place = target->second;
    m_targets.erase(target);
    compete(place, {index, score});
  } else if (std::isfinite(score)) {
    if (m_population.size() < populationSize) {
      m_population.push_back({index, score});
    } else {
      const auto worst = std::ranges::max_element(m_population, {}, &Member::score);
      if (score < worst->score) *worst = {index, score};
    }
  }
}

void DifferentialEvolution::compete(size_t target, Member trial) {
  if (target >= m_population.size() || trial.score > m_population[target].score) return;
  const bool present = std::ranges::any_of(
      m_population, [&](const Member& member) { return member.index == trial.index; });
  if (!present) m_population[target] = trial;
}

size_t DifferentialEvolution::oneOfTheBest() {
  std::vector<size_t> order(m_population.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return m_population[i].score; });
  return order[random().below(std::min(bestOnes, order.size()))];
}

size_t DifferentialEvolution::trialFor(size_t target) {
  const auto ranksOf = [&](size_t member) { return axes().ranks(m_population[member].index); };
  const std::vector<uint16_t> own = ranksOf(target), best = ranksOf(oneOfTheBest());
  const std::vector<uint16_t> one = ranksOf(random().below(m_population.size()));
  const std::vector<uint16_t> other = ranksOf(random().below(m_population.size()));
  const double scale = random().uniform(0.4, 0.9);
  std::vector<double> ranks(own.begin(), own.end());
  const size_t certain = random().below(ranks.size());
  for (size_t i = 0; i < ranks.size(); ++i) {
    if (i != certain && !random().chance(crossover)) continue;
    if (axes().all()[i].ordered) {
      ranks[i] = own[i] + scale * (best[i] - own[i]) + scale * (one[i] - other[i]);
    } else {
      ranks[i] = random().chance(scale) ? best[i] : own[i];
      if (one[i] != other[i] && random().chance(scale)) ranks[i] = one[i];
    }
  }
  mutate(ranks, axes(), random());
  return axes().nearest(ranks);
}

void DifferentialEvolution::diversify() {
  const Member best = *std::ranges::min_element(m_population, {}, &Member::score);
  m_population.assign(1, best);
  m_targets.clear();
  m_seeds = 1;
  m_sinceBetter = 0;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/annealing.h"

#include <algorithm>
#include <cmath>

namespace kw {

std::optional<size_t> Annealing::propose() {
  if (m_seeds < firstSeeds) {
    ++m_seeds;
    return memory().nextAtRandom();
  }
  if (!m_current) {
    if (memory().waitingCount() > 0 || !memory().best()) return std::nullopt;
    m_temperature = hottest;
    m_current = Point{*memory().best(), memory().bestScore()};
    m_neighbours = axes().neighbours(m_current->index);
  }
  if (m_sinceBetter > patience) reheat();
  for (int i = 0; i < tries; ++i)
    if (const auto next = step()) return next;
  reheat();
  return memory().nextAtRandom();
}

// A neighbour that was not asked; through those that were, as if they were measured again.
std::optional<size_t> Annealing::step() {
  if (m_neighbours.empty()) return std::nullopt;
  const Axes::Neighbour& neighbour = m_neighbours[random().below(m_neighbours.size())];
  const size_t index = neighbour.index;
  if (!memory().isAsked(index)) return index;
  const std::optional<double> score = memory().score(index);
  if (score && accepts(*score)) {
    m_current = Point{index, *score};
    m_neighbours = axes().neighbours(index);
  }
  return std::nullopt;
}

void Annealing::learn(size_t index, double score) {
  if (!m_current) return;
  m_sinceBetter = memory().best() == index ? 0 : m_sinceBetter + 1;
  m_temperature = std::max(coldest, m_temperature * cooling);
  if (!accepts(score)) return;
  m_current = Point{index, score};
  m_neighbours = axes().neighbours(index);
}

// A configuration that takes a tenth longer is accepted with a chance of 37 % at a temperature of
// 0.1.
bool Annealing::accepts(double score) {
  if (!std::isfinite(score)) return false;
  if (score <= m_current->score) return true;
  return random().chance(std::exp(-std::log(score / m_current->score) / m_temperature));
}

void Annealing::reheat() {
  m_temperature = hottest;
  m_sinceBetter = 0;
  if (memory().best()) {
    m_current = Point{*memory().best(), memory().bestScore()};
    m_neighbours = axes().neighbours(m_current->index);
  }
}

}  // namespace kw

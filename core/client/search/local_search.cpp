// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/local_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "client/search/mutation.h"

namespace kw {

std::optional<size_t> LocalSearch::propose() {
  if (m_seeds < firstSeeds) {
    ++m_seeds;
    return memory().nextAtRandom();
  }
  if (m_start) return std::nullopt;
  if (!m_current) {
    if (memory().waitingCount() > 0 || !memory().best()) return std::nullopt;
    moveTo({*memory().best(), memory().bestScore()});
  }
  if (const auto neighbour = nextNeighbour()) return neighbour;
  if (memory().waitingCount() > 0) return std::nullopt;
  return startAgain();
}

void LocalSearch::learn(size_t index, double score) {
  if (m_start == index) {
    m_start.reset();
    m_current.reset();
    moveTo({index, score});
  } else if (m_current && !m_start && score < m_current->score) {
    moveTo({index, score});
  }
}

// On from there, through better neighbours that are known already.
void LocalSearch::moveTo(Point point) {
  m_current = point;
  listNeighbours();
}

void LocalSearch::listNeighbours() {
  for (bool moved = true; std::exchange(moved, false);) {
    m_queue.clear();
    for (const Axes::Neighbour& neighbour : axes().neighbours(m_current->index)) {
      const std::optional<double> score = memory().score(neighbour.index);
      if (score && *score < m_current->score) {
        m_current = Point{neighbour.index, *score};
        moved = true;
        break;
      }
      if (!memory().isAsked(neighbour.index)) m_queue.push_back(neighbour.index);
    }
  }
  for (size_t i = m_queue.size(); i > 1; --i)
    std::swap(m_queue[i - 1], m_queue[random().below(i)]);
}

std::optional<size_t> LocalSearch::nextNeighbour() {
  while (!m_queue.empty()) {
    const size_t next = m_queue.back();
    m_queue.pop_back();
    if (!memory().isAsked(next)) return next;
  }
  return std::nullopt;
}

// m_current is a local optimum.
std::optional<size_t> LocalSearch::startAgain() {
  if (!m_home || m_current->score < m_home->score) {
    m_home = m_current;
    m_failures = 0;
  } else {
    ++m_failures;
  }
  if (m_failures < mostFailures) {
    for (int i = 0; i < kickTries; ++i) {
      const size_t start = kicked(m_home->index, 2 + i / 5 + m_failures / 2);
      if (memory().isAsked(start)) continue;
      m_start = start;
      return start;
    }
  }
  m_home.reset();
  m_failures = 0;
  m_start = memory().nextAtRandom();
  return m_start;
}

size_t LocalSearch::kicked(size_t from, int changes) {
  const std::vector<uint16_t> there = axes().ranks(from);
  std::vector<double> ranks(there.begin(), there.end());
  for (int i = 0; i < changes; ++i) {
    const size_t parameter = random().below(ranks.size());
    ranks[parameter] = changedRank(ranks[parameter], axes().all()[parameter], random());
  }
  return axes().nearest(ranks);
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// What a strategy has asked and was told so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "client/search/random_order.h"
#include "client/search/strategy.h"

namespace kw {

class SearchMemory {
 public:
  SearchMemory(size_t count, uint64_t seed) : m_order(count, seed) {}

  // What a configuration is worth: its relative time, lower is better; infinite where it was not
  // usable, so that every failure is worse than every success, however slow.
  static double scoreOf(const Observation& observation);

  void asked(size_t index) { m_scores.emplace(index, waiting); }
  // Of an index that was asked; gives its score.
  double told(const Observation& observation);

  bool isAsked(size_t index) const { return m_scores.contains(index); }
  // Nothing where it was not told.
  std::optional<double> score(size_t index) const;
  size_t askedCount() const { return m_scores.size(); }
  size_t waitingCount() const { return m_scores.size() - m_told; }
  bool everythingAsked() const { return m_scores.size() == m_order.count(); }

  // The best usable one told; nothing before there is one. Of equals, the first told.
  std::optional<size_t> best() const { return m_best; }
  double bestScore() const { return m_bestScore; }  // infinite before there is one

  // The next in a random order of the whole space that was not asked. Not everythingAsked().
  size_t nextAtRandom();

 private:
  static constexpr double waiting = -1;

  RandomOrder m_order;
  uint64_t m_position = 0;  // all of m_order before it are asked
  std::unordered_map<size_t, double> m_scores;
  size_t m_told = 0;
  std::optional<size_t> m_best;
  double m_bestScore = scoreOf({});
};

}  // namespace kw

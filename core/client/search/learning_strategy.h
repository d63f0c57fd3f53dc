// SPDX-License-Identifier: GPL-3.0-or-later
// What the strategies that learn have in common: they remember, never ask twice, never stall and
// visit all of a space if they are let.
#pragma once

#include <cstdint>
#include <optional>

#include "client/search/axes.h"
#include "client/search/random_numbers.h"
#include "client/search/search_memory.h"
#include "client/search/strategy.h"

namespace kw {

class LearningStrategy : public Strategy {
 public:
  LearningStrategy(const ValidSpace& space, uint64_t seed);

  std::optional<size_t> ask() final;
  void tell(const Observation& observation) final;
  bool exhausted() const final { return m_memory.everythingAsked(); }
  // So many compile while one is measured, and what is learned comes only three evaluations late.
  size_t window() const override { return 4; }

 protected:
  // What to ask next: an index that was not asked. Nothing: wait for what is in flight; where
  // nothing is, the next at random is taken. Called only while something is left.
  virtual std::optional<size_t> propose() = 0;
  // What one took; told before what came of it.
  virtual void learnCost(size_t /*index*/, double /*seconds*/) {}
  // What one needs of the device, where that is known; told before what came of it.
  virtual void learnResources(size_t /*index*/, const ResourceUse& /*use*/) {}
  // `score`: see SearchMemory. `index` was asked, by propose() or at random.
  virtual void learn(size_t index, double score) = 0;

  SearchMemory& memory() { return m_memory; }
  const SearchMemory& memory() const { return m_memory; }
  RandomNumbers& random() { return m_random; }
  const Axes& axes() const { return m_axes; }
  const ValidSpace& space() const { return m_axes.space(); }

 private:
  Axes m_axes;
  SearchMemory m_memory;
  RandomNumbers m_random;
};

}  // namespace kw

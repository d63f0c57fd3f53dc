// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers for strategies: the same from the same seed with every compiler and library, which
// the distributions of <random> do not promise.
#pragma once

#include <cstddef>
#include <cstdint>

#include "client/search/random_order.h"

namespace kw {

class RandomNumbers {
 public:
  explicit RandomNumbers(uint64_t seed) : m_state(seed) {}

  // From 0 to count - 1; `count` at least 1. What the remainder prefers is below 2^-32 for all
  // counts under 2^32.
  size_t below(size_t count) { return static_cast<size_t>(splitMix(m_state) % count); }
  // From 0 to below 1.
  double uniform() { return static_cast<double>(splitMix(m_state) >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  bool chance(double probability) { return uniform() < probability; }

 private:
  uint64_t m_state;
};

}  // namespace kw

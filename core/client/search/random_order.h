// SPDX-License-Identifier: GPL-3.0-or-later
// A random order of 0 to n-1 that takes no memory, the same on every platform.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace kw {

// SplitMix64 (Steele, Lea and Flood, 2014): one step, giving a well-mixed value and moving `state`
// on.
uint64_t splitMix(uint64_t& state);

// Position to value: a Feistel network over the smallest power of four that holds n, walked until
// it lands below n ("cycle walking"). Less than four steps on average, whatever n.
class RandomOrder {
 public:
  RandomOrder(uint64_t count, uint64_t seed);
  uint64_t count() const { return m_count; }
  // `position` below count(); all positions give different values.
  uint64_t at(uint64_t position) const;

 private:
  uint64_t permute(uint64_t value) const;

  static constexpr size_t rounds = 6;
  uint64_t m_count;
  unsigned m_halfBits = 1;
  std::array<uint64_t, rounds> m_keys{};
};

}  // namespace kw

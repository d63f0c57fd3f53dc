// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers for the forest: the same from the same seed with every compiler and library.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kw::view {

// SplitMix64 (Steele, Lea and Flood 2014).
class RandomSource {
 public:
  explicit RandomSource(uint64_t seed) : m_state(seed) {}
  uint64_t next() {
    uint64_t z = (m_state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  // From 0 to count - 1; `count` at least 1.
  size_t below(size_t count) { return static_cast<size_t>(next() % count); }

 private:
  uint64_t m_state;
};

}  // namespace kw::view

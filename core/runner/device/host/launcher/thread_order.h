// SPDX-License-Identifier: GPL-3.0-or-later
// In which order blocks are begun, and the threads of a block are begun and go on. A right kernel
// gives the same in any of them.
#pragma once

#include <array>
#include <cstdint>

namespace kw::host {

// An order is a number: one of these, or the seed of a shuffled one.
inline constexpr uint64_t ownOrder = 0, reverseOrder = 1;

// The block that is `place`-th of `blocks` in the order; each comes once.
uint64_t blockInOrder(uint64_t order, uint64_t place, uint64_t blocks);

// Threads of a warp stay next to each other: what a warp's lanes do together depends on all of
// them having been begun.
class ThreadOrder {
 public:
  // For a block of at most 1024 threads; `block` is its number, from which a shuffled order
  // follows too.
  void begin(uint64_t order, uint64_t block, unsigned threads);

  bool isOwn() const { return m_order == ownOrder; }
  // The thread that is begun as the `place`-th.
  unsigned thread(unsigned place) const { return isOwn() ? place : m_threads[place]; }
  // One of the bits that are set: who goes on where several can.
  unsigned pick(unsigned bits);
  // Whether to turn to somebody else here, although that is not needed: never but when shuffled.
  bool turns() { return m_order > reverseOrder && (random() & 1) != 0; }

 private:
  uint64_t random();

  uint64_t m_order = ownOrder;
  uint64_t m_state = 0;
  std::array<uint16_t, 1024> m_threads{};
};

}  // namespace kw::host

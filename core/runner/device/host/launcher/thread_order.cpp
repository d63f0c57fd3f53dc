// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/thread_order.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace kw::host {

namespace {

// SplitMix64's step (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
uint64_t mixed(uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
  value = (value ^ value >> 27) * 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

}  // namespace

// Shuffled ones go through the blocks in steps of a number that has no divisor in common with
// theirs: there may be too many for a table.
uint64_t blockInOrder(uint64_t order, uint64_t place, uint64_t blocks) {
  if (order == ownOrder) return place;
  if (order == reverseOrder) return blocks - 1 - place;
  uint64_t step = mixed(order) % blocks;
  while (std::gcd(step, blocks) != 1)
    ++step;
  const uint64_t first = mixed(order + 1) % blocks;
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((Wide{place} * step + first) % blocks);
}

uint64_t ThreadOrder::random() {
  return mixed(m_state++);
}

void ThreadOrder::begin(uint64_t order, uint64_t block, unsigned threads) {
  m_order = order;
  if (isOwn()) return;
  m_state = mixed(order) ^ mixed(~block);
  unsigned made = 0;
  std::array<uint16_t, 32> warps{};
  const unsigned count = (threads + 31) / 32;
  const auto shuffle = [this](uint16_t* items, unsigned number) {
    for (unsigned left = number; left > 1; --left)
      std::swap(items[left - 1], items[random() % left]);
  };
  for (unsigned i = 0; i < count; ++i)
    warps[i] = static_cast<uint16_t>(count - 1 - i);
  if (order != reverseOrder) shuffle(warps.data(), count);
  for (unsigned i = 0; i < count; ++i) {
    const unsigned first = warps[i] * 32u, lanes = std::min(32u, threads - first);
    for (unsigned lane = 0; lane < lanes; ++lane)
      m_threads[made + lane] = static_cast<uint16_t>(first + lanes - 1 - lane);
    if (order != reverseOrder) shuffle(m_threads.data() + made, lanes);
    made += lanes;
  }
}

unsigned ThreadOrder::pick(unsigned bits) {
  if (isOwn()) return static_cast<unsigned>(std::countr_zero(bits));
  if (m_order == reverseOrder) return 31u - static_cast<unsigned>(std::countl_zero(bits));
  for (auto skipped = random() % static_cast<unsigned>(std::popcount(bits)); skipped > 0; --skipped)
    bits &= bits - 1;
  return static_cast<unsigned>(std::countr_zero(bits));
}

}  // namespace kw::host

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/random_order.h"

namespace kw {
namespace {

// SplitMix64's output function, which spreads each bit of its input over all of its result.
uint64_t mixed(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

}  // namespace

uint64_t splitMix(uint64_t& state) {
  state += 0x9E3779B97F4A7C15u;
  return mixed(state);
}

RandomOrder::RandomOrder(uint64_t count, uint64_t seed) : m_count(count) {
  while (m_halfBits < 32 && (uint64_t{1} << (2 * m_halfBits)) < count)
    ++m_halfBits;
  for (uint64_t& key : m_keys)
    key = splitMix(seed);
}

uint64_t RandomOrder::at(uint64_t position) const {
  // The network permutes a range that may be larger than ours; following its cycle from a value of
  // our range comes back into it, at a value that no other one comes to.
  uint64_t value = permute(position);
  while (value >= m_count)
    value = permute(value);
  return value;
}

uint64_t RandomOrder::permute(uint64_t value) const {
  const uint64_t mask = (uint64_t{1} << m_halfBits) - 1;
  uint64_t left = value >> m_halfBits;
  uint64_t right = value & mask;
  for (const uint64_t key : m_keys) {
    const uint64_t next = left ^ (mixed(right ^ key) & mask);
    left = right;
    right = next;
  }
  return (left << m_halfBits) | right;
}

}  // namespace kw

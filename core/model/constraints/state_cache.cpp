// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/state_cache.h"

#include <algorithm>

namespace kw::constraints {

namespace {

using diagram::NodeId;

constexpr NodeId unused = diagram::noNode - 1;
constexpr size_t firstSize = 64;
constexpr size_t probes = 8;  // places that a state may have

}  // namespace

size_t StateCache::slotOf(const uint64_t* state) const {
  uint64_t hash = 0;
  for (size_t i = 0; i < m_words; ++i) {
    hash = (hash ^ state[i]) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return hash & (m_nodes.size() - 1);
}

bool StateCache::holds(size_t slot, const uint64_t* state) const {
  if (m_nodes[slot] == unused) return false;
  const uint64_t* at = &m_states[slot * m_words];
  for (size_t i = 0; i < m_words; ++i)  // one or two as a rule: less than a call of memcmp
    if (at[i] != state[i]) return false;
  return true;
}

void StateCache::set(size_t slot, const uint64_t* state, NodeId node) {
  m_filled += m_nodes[slot] == unused;
  m_nodes[slot] = node;
  std::copy_n(state, m_words, &m_states[slot * m_words]);
}

std::optional<NodeId> StateCache::find(const uint64_t* state) const {
  if (m_nodes.empty()) return std::nullopt;
  const size_t first = slotOf(state), mask = m_nodes.size() - 1;
  for (size_t probe = 0; probe < probes; ++probe) {
    const size_t slot = (first + probe) & mask;
    if (m_nodes[slot] == unused) return std::nullopt;
    if (holds(slot, state)) return m_nodes[slot];
  }
  return std::nullopt;
}

void StateCache::insert(const uint64_t* state, NodeId node) {
  if (m_filled * 2 >= m_nodes.size() && !grow() && m_nodes.empty()) return;
  const size_t first = slotOf(state), mask = m_nodes.size() - 1;
  for (size_t probe = 0; probe < probes; ++probe) {
    const size_t slot = (first + probe) & mask;
    if (m_nodes[slot] != unused && !holds(slot, state)) continue;
    set(slot, state, node);
    return;
  }
  set(first, state, node);
}

bool StateCache::grow() {
  const size_t size = m_nodes.empty() ? firstSize : m_nodes.size() * 2;
  const size_t bytesEach = m_words * sizeof(uint64_t) + sizeof(NodeId);
  const size_t more = (size - m_nodes.size()) * bytesEach;
  if (more > *m_bytesLeft) return false;
  *m_bytesLeft -= more;
  StateCache larger(m_words, *m_bytesLeft);
  larger.m_nodes.assign(size, unused);
  larger.m_states.resize(size * m_words);
  for (size_t slot = 0; slot < m_nodes.size(); ++slot)
    if (m_nodes[slot] != unused) larger.insert(&m_states[slot * m_words], m_nodes[slot]);
  *this = std::move(larger);
  return true;
}

}  // namespace kw::constraints

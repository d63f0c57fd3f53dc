// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers which node stands for a state. It may forget: a state that comes again is then walked
// again and gives the same node. Internal to constraints/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/diagram/diagram.h"

namespace kw::constraints {

class StateCache {
 public:
  // States of `words` words. `bytesLeft`, which caches share, bounds what they may use in all.
  StateCache(size_t words, size_t& bytesLeft) : m_words(words), m_bytesLeft(&bytesLeft) {}

  // A node, or diagram::noNode for a state that no row has.
  std::optional<diagram::NodeId> find(const uint64_t* state) const;
  void insert(const uint64_t* state, diagram::NodeId node);

 private:
  size_t slotOf(const uint64_t* state) const;
  bool holds(size_t slot, const uint64_t* state) const;
  void set(size_t slot, const uint64_t* state, diagram::NodeId node);
  bool grow();

  size_t m_words;
  size_t* m_bytesLeft;
  size_t m_filled = 0;
  std::vector<uint64_t> m_states;
  std::vector<diagram::NodeId> m_nodes;
};

}  // namespace kw::constraints

// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the nodes of a diagram, each one once: a node that would equal an earlier one is that one.
#pragma once

#include <span>
#include <vector>

#include "model/diagram/diagram.h"

namespace kw::diagram {

struct Choice {
  uint16_t value = 0;
  NodeId child = noNode;
};

class NodeTable {
 public:
  NodeTable() : m_slots(1024, noNode) {}

  // The node with these edges, ascending by value; noNode where there are none. Children of one
  // node are of one layer.
  NodeId node(std::span<const Choice> choices);

  // How many there are, and forgetting those that were made since there were so many.
  size_t size() const { return m_nodes.size(); }
  void shrink(size_t size);

  // Memory in use.
  size_t bytes() const;
  Nodes take() && { return std::move(m_nodes); }

 private:
  bool equals(NodeId node, std::span<const Choice> choices) const;
  size_t hashOf(NodeId node) const;
  void indexAnew(size_t slots);

  Nodes m_nodes;
  std::vector<NodeId> m_slots;  // open addressing; a power of two, at most half full
};

}  // namespace kw::diagram

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagram/node_table.h"

namespace kw::diagram {

namespace {

// The multiplier is 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming
// 3, 6.4).
size_t mixed(size_t hash, uint16_t value, NodeId child) {
  hash ^= (static_cast<size_t>(value) << 32) | child;
  hash *= 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 29);
}

size_t hashOf(std::span<const Choice> choices) {
  size_t hash = choices.size();
  for (const Choice& choice : choices)
    hash = mixed(hash, choice.value, choice.child);
  return hash;
}

}  // namespace

size_t NodeTable::hashOf(NodeId node) const {
  const uint32_t first = m_nodes.firstEdge[node], last = m_nodes.firstEdge[node + 1];
  size_t hash = last - first;
  for (uint32_t edge = first; edge < last; ++edge)
    hash = mixed(hash, m_nodes.values[edge], m_nodes.children[edge]);
  return hash;
}

bool NodeTable::equals(NodeId node, std::span<const Choice> choices) const {
  const uint32_t first = m_nodes.firstEdge[node];
  if (m_nodes.firstEdge[node + 1] - first != choices.size()) return false;
  for (size_t i = 0; i < choices.size(); ++i)
    if (m_nodes.values[first + i] != choices[i].value ||
        m_nodes.children[first + i] != choices[i].child)
      return false;
  return true;
}

NodeId NodeTable::node(std::span<const Choice> choices) {
  if (choices.empty()) return noNode;
  const size_t mask = m_slots.size() - 1;
  size_t slot = diagram::hashOf(choices) & mask;
  for (; m_slots[slot] != noNode; slot = (slot + 1) & mask)
    if (equals(m_slots[slot], choices)) return m_slots[slot];
  const auto node = static_cast<NodeId>(m_nodes.size());
  m_slots[slot] = node;
  for (const Choice& choice : choices) {
    m_nodes.values.push_back(choice.value);
    m_nodes.children.push_back(choice.child);
  }
  m_nodes.firstEdge.push_back(static_cast<uint32_t>(m_nodes.values.size()));
  if (m_nodes.size() * 2 > m_slots.size()) indexAnew(m_slots.size() * 2);
  return node;
}

void NodeTable::shrink(size_t size) {
  m_nodes.firstEdge.resize(size + 1);
  m_nodes.values.resize(m_nodes.firstEdge.back());
  m_nodes.children.resize(m_nodes.firstEdge.back());
  indexAnew(m_slots.size());
}

void NodeTable::indexAnew(size_t slots) {
  m_slots.assign(slots, noNode);
  const size_t mask = m_slots.size() - 1;
  for (NodeId node = 1; node < m_nodes.size(); ++node) {
    size_t slot = hashOf(node) & mask;
    while (m_slots[slot] != noNode)
      slot = (slot + 1) & mask;
    m_slots[slot] = node;
  }
}

size_t NodeTable::bytes() const {
  return m_slots.capacity() * sizeof(NodeId) + m_nodes.firstEdge.capacity() * sizeof(uint32_t) +
         m_nodes.values.capacity() * sizeof(uint16_t) +
         m_nodes.children.capacity() * sizeof(NodeId);
}

}  // namespace kw::diagram

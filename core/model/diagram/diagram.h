// SPDX-License-Identifier: GPL-3.0-or-later
// A set of rows of value indices as a reduced, ordered, multi-valued decision diagram: one layer
// per parameter, from each node an edge for each value that some row of the set has there, to a
// node of the next layer. Rows that end alike share their nodes, so that a set of 10^9 rows may
// take a few kilobytes; counts along the edges give each row its number.
//
// Rows are numbered in ascending order of their value indices, compared layer by layer.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace kw::diagram {

using NodeId = uint32_t;
constexpr NodeId noNode = UINT32_MAX;  // the empty set
constexpr NodeId terminal = 0;         // behind the last layer

// The nodes as they are made: children before their parents. Node 0 is the terminal.
struct Nodes {
  std::vector<uint32_t> firstEdge{0, 0};  // per node, and one behind the last
  std::vector<uint16_t> values;           // per edge; ascending within a node
  std::vector<NodeId> children;           // per edge

  size_t size() const { return firstEdge.size() - 1; }
};

class Diagram {
 public:
  // Of no parameters: one row without values.
  Diagram() : Diagram({}, Nodes(), terminal) {}
  // `order[layer]`: the parameter whose value is chosen there; each parameter once.
  Diagram(std::vector<uint32_t> order, Nodes nodes, NodeId root);

  // Without any row.
  static Diagram none(size_t parameters);

  const std::vector<uint32_t>& order() const { return m_order; }

  // The number of rows; nothing where it is 2^63 or more. Rows then have no numbers: none of the
  // functions below that take or give numbers may be called.
  std::optional<uint64_t> count() const;
  double realCount() const { return m_realCount; }

  // The row of the lowest values, by parameter. The set must not be empty.
  std::vector<uint16_t> firstRow() const;
  // Value indices by parameter. `index` < count().
  std::vector<uint16_t> row(uint64_t index) const;
  // The number of a row, nothing if it is not in the set. One value index per parameter.
  std::optional<uint64_t> find(const std::vector<uint16_t>& row) const;

  // Rows that differ from row `index` in one parameter: the next one down and up in its values, or
  // all. Ascending.
  std::vector<uint64_t> neighbours(uint64_t index, bool onlyAdjacent) const;

  // Layer by layer the value closest to the wanted index (of two as close, the lower one) that
  // some row has with those chosen before. The set must not be empty.
  uint64_t nearest(const std::vector<double>& wanted) const;

  size_t nodes() const { return m_nodes.size(); }
  size_t edges() const { return m_nodes.values.size(); }
  size_t bytes() const;

 private:
  struct Path;
  struct Edge {
    uint32_t number = 0;
    bool exists = false;
  };
  Path pathOf(const std::vector<uint16_t>& row) const;
  void addNeighbours(const Path& path, size_t layer, bool onlyAdjacent,
                     std::vector<uint64_t>& found) const;
  std::optional<uint64_t> endAlike(const Path& path, size_t layer, NodeId node) const;
  Edge edgeTo(NodeId node, uint16_t value) const;
  void count(NodeId node);

  std::vector<uint32_t> m_order;
  Nodes m_nodes;
  NodeId m_root = terminal;
  std::vector<uint64_t> m_before;  // per edge: rows of its node that come before
  std::vector<uint64_t> m_counts;  // per node
  bool m_isCounted = true;
  double m_realCount = 0;
};

}  // namespace kw::diagram

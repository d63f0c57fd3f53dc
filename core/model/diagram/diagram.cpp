// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagram/diagram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kw::diagram {

namespace {

constexpr uint64_t mostRows = INT64_MAX;  // so that numbers of rows also fit signed integers

double realCountOf(const Nodes& nodes, NodeId root) {
  if (root == noNode) return 0;
  std::vector<double> counts(nodes.size(), 1);
  for (NodeId node = 1; node < nodes.size(); ++node) {
    double sum = 0;
    for (uint32_t edge = nodes.firstEdge[node]; edge < nodes.firstEdge[node + 1]; ++edge)
      sum += counts[nodes.children[edge]];
    counts[node] = sum;
  }
  return counts[root];
}

}  // namespace

// Where a row goes: the node and the edge of each layer, and the rows before it there.
struct Diagram::Path {
  std::vector<NodeId> nodes;  // per layer, and the terminal
  std::vector<uint32_t> edges;
  std::vector<uint64_t> before;  // per layer: rows that come before by the layers above it
  std::vector<uint64_t> behind;  // per layer: the row's number among those of its node
};

Diagram::Diagram(std::vector<uint32_t> order, Nodes nodes, NodeId root)
    : m_order(std::move(order)), m_nodes(std::move(nodes)), m_root(root) {
  m_nodes.firstEdge.shrink_to_fit();
  m_nodes.values.shrink_to_fit();
  m_nodes.children.shrink_to_fit();
  m_before.resize(m_nodes.values.size());
  m_counts.resize(m_nodes.size());
  m_counts[terminal] = 1;
  for (NodeId node = 1; node < m_nodes.size() && m_isCounted; ++node)
    count(node);
  if (m_isCounted)
    m_realCount = m_root == noNode ? 0 : static_cast<double>(m_counts[m_root]);
  else
    m_realCount = realCountOf(m_nodes, m_root);
}

Diagram Diagram::none(size_t parameters) {
  std::vector<uint32_t> order(parameters);
  std::iota(order.begin(), order.end(), 0U);
  return {std::move(order), Nodes(), noNode};
}

std::vector<uint16_t> Diagram::firstRow() const {
  std::vector<uint16_t> row(m_order.size());
  NodeId node = m_root;
  for (const uint32_t parameter : m_order) {
    const uint32_t edge = m_nodes.firstEdge[node];
    row[parameter] = m_nodes.values[edge];
    node = m_nodes.children[edge];
  }
  return row;
}

void Diagram::count(NodeId node) {
  uint64_t sum = 0;
  for (uint32_t edge = m_nodes.firstEdge[node]; edge < m_nodes.firstEdge[node + 1]; ++edge) {
    m_before[edge] = sum;
    sum += m_counts[m_nodes.children[edge]];
    if (sum <= mostRows) continue;
    m_isCounted = false;
    return;
  }
  m_counts[node] = sum;
}

std::optional<uint64_t> Diagram::count() const {
  if (!m_isCounted) return std::nullopt;
  return m_root == noNode ? 0 : m_counts[m_root];
}

std::vector<uint16_t> Diagram::row(uint64_t index) const {
  std::vector<uint16_t> row(m_order.size());
  NodeId node = m_root;
  for (const uint32_t parameter : m_order) {
    const auto begin = m_before.begin() + m_nodes.firstEdge[node];
    const auto end = m_before.begin() + m_nodes.firstEdge[node + 1];
    const auto edge = std::upper_bound(begin, end, index) - 1;
    const auto number = static_cast<size_t>(edge - m_before.begin());
    index -= *edge;
    row[parameter] = m_nodes.values[number];
    node = m_nodes.children[number];
  }
  return row;
}

Diagram::Edge Diagram::edgeTo(NodeId node, uint16_t value) const {
  const auto begin = m_nodes.values.begin() + m_nodes.firstEdge[node];
  const auto end = m_nodes.values.begin() + m_nodes.firstEdge[node + 1];
  const auto found = std::lower_bound(begin, end, value);
  if (found == end || *found != value) return {};
  return {static_cast<uint32_t>(found - m_nodes.values.begin()), true};
}

std::optional<uint64_t> Diagram::find(const std::vector<uint16_t>& row) const {
  if (m_root == noNode || row.size() != m_order.size()) return std::nullopt;
  uint64_t index = 0;
  NodeId node = m_root;
  for (const uint32_t parameter : m_order) {
    const Edge edge = edgeTo(node, row[parameter]);
    if (!edge.exists) return std::nullopt;
    index += m_before[edge.number];
    node = m_nodes.children[edge.number];
  }
  return index;
}

Diagram::Path Diagram::pathOf(const std::vector<uint16_t>& row) const {
  Path path;
  const size_t layers = m_order.size();
  path.nodes.push_back(m_root);
  path.before.push_back(0);
  for (size_t layer = 0; layer < layers; ++layer) {
    const Edge edge = edgeTo(path.nodes.back(), row[m_order[layer]]);
    path.edges.push_back(edge.number);
    path.before.push_back(path.before.back() + m_before[edge.number]);
    path.nodes.push_back(m_nodes.children[edge.number]);
  }
  for (size_t layer = 0; layer <= layers; ++layer)
    path.behind.push_back(path.before.back() - path.before[layer]);
  return path;
}

// The number, among the rows below `node` of this layer, of the one that goes on as the path does.
std::optional<uint64_t> Diagram::endAlike(const Path& path, size_t layer, NodeId node) const {
  uint64_t index = 0;
  for (; node != path.nodes[layer]; ++layer) {
    const Edge edge = edgeTo(node, m_nodes.values[path.edges[layer]]);
    if (!edge.exists) return std::nullopt;
    index += m_before[edge.number];
    node = m_nodes.children[edge.number];
  }
  return index + path.behind[layer];
}

void Diagram::addNeighbours(const Path& path, size_t layer, bool onlyAdjacent,
                            std::vector<uint64_t>& found) const {
  const auto first = static_cast<int64_t>(m_nodes.firstEdge[path.nodes[layer]]);
  const auto last = static_cast<int64_t>(m_nodes.firstEdge[path.nodes[layer] + 1]) - 1;
  for (const int64_t step : {-1, 1}) {
    for (int64_t at = path.edges[layer] + step; at >= first && at <= last; at += step) {
      const auto edge = static_cast<size_t>(at);
      const auto index = endAlike(path, layer + 1, m_nodes.children[edge]);
      if (index) found.push_back(path.before[layer] + m_before[edge] + *index);
      if (index && onlyAdjacent) break;
    }
  }
}

std::vector<uint64_t> Diagram::neighbours(uint64_t index, bool onlyAdjacent) const {
  const Path path = pathOf(row(index));
  std::vector<uint64_t> found;
  for (size_t layer = 0; layer < m_order.size(); ++layer)
    addNeighbours(path, layer, onlyAdjacent, found);
  std::ranges::sort(found);
  return found;
}

uint64_t Diagram::nearest(const std::vector<double>& wanted) const {
  uint64_t index = 0;
  NodeId node = m_root;
  for (const uint32_t parameter : m_order) {
    uint32_t best = m_nodes.firstEdge[node];
    const auto distance = [&](uint32_t edge) {
      return std::abs(m_nodes.values[edge] - wanted[parameter]);
    };
    for (uint32_t edge = best + 1; edge < m_nodes.firstEdge[node + 1]; ++edge)
      if (distance(edge) < distance(best)) best = edge;
    index += m_before[best];
    node = m_nodes.children[best];
  }
  return index;
}

size_t Diagram::bytes() const {
  return m_order.size() * sizeof(uint32_t) + m_nodes.firstEdge.size() * sizeof(uint32_t) +
         m_nodes.values.size() * (sizeof(uint16_t) + sizeof(NodeId) + sizeof(uint64_t)) +
         m_counts.size() * sizeof(uint64_t);
}

}  // namespace kw::diagram

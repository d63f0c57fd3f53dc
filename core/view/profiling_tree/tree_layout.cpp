// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/profiling_tree/tree_layout.h"

#include <algorithm>
#include <map>
#include <string>

namespace kw::view {

namespace {

class Layouter {
 public:
  explicit Layouter(const Policy& policy) : m_policy(policy) {
    for (size_t i = 0; i < policy.nodes().size(); ++i) {
      m_places[policy.nodes()[i].id] = i;
      m_layout.boxes.push_back({.node = i});
    }
    m_leadingHere.resize(policy.nodes().size());
    for (const PolicyNode& node : policy.nodes())
      for (const std::string& next : followers(node))
        ++m_leadingHere[m_places.at(next)];
  }

  TreeLayout run() {
    place(m_places.at(m_policy.root().id), 0, 0);
    for (const TreeBox& box : m_layout.boxes) {
      m_layout.columns = std::max(m_layout.columns, box.column + 1);
      m_layout.rows = std::max(m_layout.rows, box.row + 1);
    }
    for (size_t node = 0; node < m_policy.nodes().size(); ++node)
      addEdges(node);
    return std::move(m_layout);
  }

 private:
  // Gives the last row that this node and what stands below or right of it take.
  int place(size_t node, int column, int row) {
    m_layout.boxes[node].column = column;
    m_layout.boxes[node].row = row;
    const PolicyNode& one = m_policy.nodes()[node];
    int last = row;
    if (const auto* test = std::get_if<PolicyTest>(&one.what)) {
      last = placeLast(test->yes, column + 1, row).value_or(row);
      last = placeLast(test->no, column, last + 1).value_or(last);
    } else if (const auto* acquisition = std::get_if<PolicyAcquisition>(&one.what)) {
      last = placeLast(acquisition->next, column, row + 1).value_or(row);
    }
    return last;
  }

  // A node waits for the last one that leads to it, so that no edge leads up.
  std::optional<int> placeLast(const std::string& id, int column, int row) {
    const size_t node = m_places.at(id);
    if (--m_leadingHere[node] > 0) return std::nullopt;
    return place(node, column, row);
  }

  void addEdges(size_t node) {
    const PolicyNode& one = m_policy.nodes()[node];
    if (const auto* test = std::get_if<PolicyTest>(&one.what)) {
      addEdge(node, test->yes, TreeEdge::Kind::yes);
      addEdge(node, test->no, TreeEdge::Kind::no);
    } else if (const auto* acquisition = std::get_if<PolicyAcquisition>(&one.what)) {
      addEdge(node, acquisition->next, TreeEdge::Kind::next);
    }
  }

  void addEdge(size_t from, const std::string& id, TreeEdge::Kind kind) {
    const size_t to = m_places.at(id);
    m_layout.edges.push_back(
        {kind, from, to,
         bends(m_layout.boxes[from], m_layout.boxes[to], kind == TreeEdge::Kind::yes)});
  }

  bool isFreeBetween(const TreeBox& upper, const TreeBox& lower) const {
    return std::ranges::none_of(m_layout.boxes, [&](const TreeBox& box) {
      return box.column == upper.column && box.row > upper.row && box.row < lower.row;
    });
  }

  std::vector<TreePoint> bends(const TreeBox& from, const TreeBox& to, bool isYes) const {
    const TreePoint a = from.middle(), b = to.middle();
    const TreePoint side{a.x + boxWidth / 2, a.y}, below{a.x, a.y + boxHeight / 2};
    const TreePoint left{b.x - boxWidth / 2, b.y}, above{b.x, b.y - boxHeight / 2};
    if (isYes && from.row == to.row) return {side, left};
    if (!isYes && from.column == to.column && isFreeBetween(from, to)) return {below, above};
    // Down the gap right of the column, then along the gap over the row.
    const double gapX = from.column + 1.0, gapY = to.row;
    if (isYes) return {side, {gapX, a.y}, {gapX, gapY}, {b.x, gapY}, above};
    return {below, {a.x, from.row + 1.0}, {gapX, from.row + 1.0}, {gapX, gapY}, {b.x, gapY}, above};
  }

  const Policy& m_policy;
  std::map<std::string, size_t> m_places;
  std::vector<int> m_leadingHere;
  TreeLayout m_layout;
};

}  // namespace

const TreeEdge* TreeLayout::edge(size_t from, size_t to) const {
  const auto found = std::ranges::find_if(
      edges, [&](const TreeEdge& one) { return one.from == from && one.to == to; });
  return found == edges.end() ? nullptr : &*found;
}

TreeLayout layOutTree(const Policy& policy) {
  return policy.nodes().empty() ? TreeLayout() : Layouter(policy).run();
}

std::optional<size_t> neighbour(const TreeLayout& layout, size_t node, TreeStep step) {
  for (const TreeEdge& edge : layout.edges) {
    const bool isYes = edge.kind == TreeEdge::Kind::yes;
    if (edge.from == node && step == (isYes ? TreeStep::right : TreeStep::down)) return edge.to;
  }
  // Back: first along an edge of the key's own direction, then along any.
  for (const bool anyEdge : {false, true})
    for (const TreeEdge& edge : layout.edges) {
      if (edge.to != node || (step != TreeStep::up && step != TreeStep::left)) continue;
      const bool isYes = edge.kind == TreeEdge::Kind::yes;
      if (anyEdge || isYes == (step == TreeStep::left)) return edge.from;
    }
  return std::nullopt;
}

}  // namespace kw::view

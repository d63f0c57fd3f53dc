// SPDX-License-Identifier: GPL-3.0-or-later
// Where the nodes of a profiling tree stand in a drawing. In units of columns and rows, so that a
// panel can give them any size.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "model/profile/policy.h"

namespace kw::view {

// Of a column's width and a row's height; the rest is room for edges.
inline constexpr double boxWidth = 0.8, boxHeight = 0.7;

struct TreePoint {
  double x = 0, y = 0;
  friend bool operator==(const TreePoint&, const TreePoint&) = default;
};

struct TreeBox {
  size_t node = 0;  // its place in Policy::nodes()
  int column = 0, row = 0;
  // Of the box's middle.
  TreePoint middle() const { return {column + 0.5, row + 0.5}; }
};

struct TreeEdge {
  enum class Kind { yes, no, next };
  Kind kind = Kind::next;
  size_t from = 0, to = 0;       // nodes
  std::vector<TreePoint> bends;  // from the edge of one box to the edge of the other
};

struct TreeLayout {
  std::vector<TreeBox> boxes;  // one for each node, in Policy::nodes()'s order
  std::vector<TreeEdge> edges;
  int columns = 0, rows = 0;

  const TreeEdge* edge(size_t from, size_t to) const;
};

// "Yes" leads to the right, "no" and what follows an acquisition down: the spine of nodes that
// settle nothing runs down the left side. A node that several lead to stands by the last of them.
// No two boxes overlap. An edge to a node that stands elsewhere runs in the gaps between boxes.
TreeLayout layOutTree(const Policy& policy);

// Which node the keys lead to: up and left to where it is come from, down to "no" or what follows,
// right to "yes". None where there is none.
enum class TreeStep { up, down, left, right };
std::optional<size_t> neighbour(const TreeLayout& layout, size_t node, TreeStep step);

}  // namespace kw::view

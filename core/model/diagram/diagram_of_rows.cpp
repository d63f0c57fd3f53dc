// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagram/diagram_of_rows.h"

#include <algorithm>
#include <numeric>

#include "model/diagram/node_table.h"

namespace kw::diagram {

namespace {

using Rows = std::vector<std::vector<uint16_t>>;

// Takes sorted rows one by one. The nodes of the row before that the next one does not pass are
// complete.
class RowsIntoNodes {
 public:
  explicit RowsIntoNodes(size_t layers) : m_open(layers) {}

  NodeId build(const Rows& rows) {
    if (rows.empty()) return noNode;
    for (size_t i = 0; i < rows.size(); ++i) {
      size_t alike = 0;
      while (i > 0 && alike < m_open.size() && rows[i][alike] == rows[i - 1][alike])
        ++alike;
      if (i > 0 && alike == m_open.size()) continue;
      if (i > 0) close(alike, rows[i - 1]);
      m_last = &rows[i];
    }
    return finish();
  }

  Nodes take() && { return std::move(m_table).take(); }

 private:
  // Completes the layers below `layer`, and puts the last row's edge into that one.
  void close(size_t layer, const std::vector<uint16_t>& row) {
    NodeId child = terminal;
    for (size_t below = m_open.size(); below-- > layer + 1;) {
      m_open[below].push_back({row[below], child});
      child = m_table.node(m_open[below]);
      m_open[below].clear();
    }
    m_open[layer].push_back({row[layer], child});
  }

  NodeId finish() {
    if (m_open.empty()) return terminal;
    close(0, *m_last);
    return m_table.node(m_open[0]);
  }

  NodeTable m_table;
  std::vector<std::vector<Choice>> m_open;  // per layer: the edges of the node that is being made
  const std::vector<uint16_t>* m_last = nullptr;
};

}  // namespace

Diagram diagramOfRows(Rows rows, size_t parameters) {
  if (!std::ranges::is_sorted(rows)) std::ranges::sort(rows);
  std::vector<uint32_t> order(parameters);
  std::iota(order.begin(), order.end(), 0U);
  RowsIntoNodes builder(parameters);
  const NodeId root = builder.build(rows);
  return {std::move(order), std::move(builder).take(), root};
}

}  // namespace kw::diagram

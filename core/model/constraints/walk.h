// SPDX-License-Identifier: GPL-3.0-or-later
// Walks the layers of a program depth first and makes the nodes of the rows that meet it. Internal
// to constraints/.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/constraints/bounds.h"
#include "model/constraints/build.h"
#include "model/constraints/columns.h"
#include "model/constraints/state_cache.h"
#include "model/diagram/node_table.h"

namespace kw::constraints {

class Walk {
 public:
  // All outlive it. `tail`: the node behind the program's last layer.
  Walk(const Program& program, const TermTable& terms, const BuildOptions& options,
       diagram::NodeTable& nodes, diagram::NodeId tail);

  enum class End { done, cancelled, tooLarge, outOfSteps };
  // At most about `mostSteps` steps over one value each.
  End run(uint64_t mostSteps);

  // The node of all rows, diagram::noNode where there are none. Rows for which a requirement is a
  // fault and none fails are among them.
  diagram::NodeId root() const { return m_root; }
  // One such row: value indices of the program's layers.
  const std::optional<std::vector<uint16_t>>& faulty() const { return m_faulty; }
  uint64_t steps() const { return m_steps; }
  // After outOfSteps: the share of the combinations that was walked.
  double progress() const { return m_progress; }

 private:
  // What is known at one depth.
  struct Level {
    Level(const Program& program, const TermTable& terms, size_t depth, size_t& cacheBytes);
    StateKey key;
    Bounds bounds;
    StateCache cache;
    StateCache reducedCache;
    std::vector<uint64_t> before;  // the key's part of the depths before
    std::vector<uint64_t> state;
    std::vector<uint64_t> reducedState;  // only the values that matter, and what is decided
    std::vector<Scalar> values;          // of the key's fields
    std::vector<uint8_t> outcomes;       // per value of the layer
    std::vector<diagram::Choice> choices;
  };

  diagram::NodeId expand(size_t depth, bool isPending);
  void judge(size_t depth, bool isPending);
  void beginKeys(size_t depth);
  diagram::NodeId below(size_t depth, size_t row, bool isPending);
  void completeKey(size_t depth, size_t row, bool isPending);
  std::optional<diagram::NodeId> foreseen(size_t depth, bool isPending);
  diagram::NodeId behindLast(bool isPending);
  void checkLimits(size_t steps);
  void noteFault();
  void noteProgress();

  const Program& m_program;
  const BuildOptions& m_options;
  diagram::NodeTable& m_nodes;
  diagram::NodeId m_tail;
  Columns m_columns;
  size_t m_cacheBytes;
  std::vector<std::unique_ptr<Level>> m_levels;
  std::vector<size_t> m_rows;  // chosen, per layer
  uint64_t m_steps = 0;
  uint64_t m_nextCheck = 0;
  uint64_t m_mostSteps = UINT64_MAX;
  double m_progress = 0;
  diagram::NodeId m_root = diagram::noNode;
  End m_end = End::done;
  std::optional<std::vector<uint16_t>> m_faulty;
};

}  // namespace kw::constraints

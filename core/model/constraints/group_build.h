// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of one group of parameters. Internal to constraints/.
#pragma once

#include "model/constraints/walk.h"

namespace kw::constraints {

struct GroupNodes {
  Order order;
  diagram::NodeId root = diagram::noNode;
  std::optional<std::vector<uint16_t>> faulty;  // value indices in `order`
};

// In the best order of those that are worth trying. Which one that is shows while they are walked:
// all are begun, the half that got furthest goes on with more steps, and so on to the last.
// `tail`: the node behind the group. `steps` that are left are counted down.
Result<GroupNodes> buildGroup(TermTable& terms, const Group& group, size_t parameters,
                              const BuildOptions& options, diagram::NodeTable& nodes,
                              diagram::NodeId tail, uint64_t& steps);

}  // namespace kw::constraints

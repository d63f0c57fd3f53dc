// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/group_build.h"

#include <algorithm>

namespace kw::constraints {

namespace {

using diagram::NodeId;

constexpr uint64_t firstSteps = 1 << 15;  // enough for most groups, a fraction of a millisecond
constexpr uint64_t moreSteps = 4;

class GroupBuild {
 public:
  GroupBuild(TermTable& terms, const Group& group, const BuildOptions& options,
             diagram::NodeTable& nodes, NodeId tail, uint64_t& steps)
      : m_terms(terms),
        m_group(group),
        m_options(options),
        m_nodes(nodes),
        m_tail(tail),
        m_steps(steps) {}

  Result<GroupNodes> run(std::vector<Order> orders) {
    for (uint64_t limit = firstSteps;; limit *= moreSteps) {
      if (orders.size() == 1) limit = UINT64_MAX;
      std::vector<std::pair<double, Order>> unfinished;
      for (Order& order : orders) {
        KW_ASSIGN(const bool isDone, attempt(order, std::min(limit, m_steps)));
        if (isDone) return std::move(m_built);
        unfinished.emplace_back(-m_progress, std::move(order));
      }
      std::ranges::stable_sort(unfinished, {}, &std::pair<double, Order>::first);
      unfinished.resize((unfinished.size() + 1) / 2);
      orders.clear();
      for (auto& [progress, order] : unfinished)
        orders.push_back(std::move(order));
    }
  }

 private:
  Result<bool> attempt(const Order& order, uint64_t limit) {
    const size_t nodesBefore = m_nodes.size();
    const Program program = programOf(m_terms, m_group.requirements, order);
    Walk walk(program, m_terms, m_options, m_nodes, m_tail);
    const Walk::End end = walk.run(limit);
    m_steps -= std::min(m_steps, walk.steps());
    if (end == Walk::End::cancelled) return failCancelled();
    if (end == Walk::End::tooLarge || m_steps == 0)
      return failInput("the constraints tell too many partial configurations apart to count them",
                       {}, "add constraints over fewer parameters, or give fewer values");
    if (end == Walk::End::done) {
      m_built = {order, walk.root(), walk.faulty()};
      return true;
    }
    m_progress = walk.progress();
    m_nodes.shrink(nodesBefore);
    return false;
  }

  TermTable& m_terms;
  const Group& m_group;
  const BuildOptions& m_options;
  diagram::NodeTable& m_nodes;
  NodeId m_tail;
  uint64_t& m_steps;
  double m_progress = 0;
  GroupNodes m_built;
};

}  // namespace

Result<GroupNodes> buildGroup(TermTable& terms, const Group& group, size_t parameters,
                              const BuildOptions& options, diagram::NodeTable& nodes, NodeId tail,
                              uint64_t& steps) {
  return GroupBuild(terms, group, options, nodes, tail, steps)
      .run(ordersOf(terms, group, parameters));
}

}  // namespace kw::constraints

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/parameter_order.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/sorting/distinct.h"
#include "model/constraints/state_estimate.h"

namespace kw::constraints {

namespace {

// The best next parameter is looked for only where that takes few steps.
constexpr size_t mostGreedySteps = 200'000;

// The parameters of the requirement with the fewest open combinations first, and so on.
Order byRequirements(const TermTable& terms, const Group& group) {
  Order order;
  std::vector<TermId> open = group.requirements;
  const auto isPlaced = [&](uint32_t parameter) {
    return std::ranges::find(order, parameter) != order.end();
  };
  const auto combinations = [&](TermId requirement) {
    double product = 1;
    for (const uint32_t parameter : terms[requirement].parameters)
      if (!isPlaced(parameter)) product *= static_cast<double>(terms.domainSize(parameter));
    return product;
  };
  while (!open.empty()) {
    const auto next = std::ranges::min_element(open, {}, combinations);
    for (const uint32_t parameter : terms[*next].parameters)
      if (!isPlaced(parameter)) order.push_back(parameter);
    open.erase(next);
  }
  return order;
}

// Each time the parameter after which the fewest states can be told apart; or the fewest for each
// of its values, which takes those first that are joined into few numbers.
Order byStates(const TermTable& terms, const Group& group, StateEstimate estimate, bool each) {
  Order order;
  Order left = group.parameters;
  while (!left.empty()) {
    const auto cost = [&](uint32_t parameter) {
      const auto size = static_cast<double>(terms.domainSize(parameter));
      const double states = estimate.statesWith(parameter);
      return each ? std::pair(states / size, -size) : std::pair(states, size);
    };
    const auto next = std::ranges::min_element(left, {}, cost);
    estimate.assign(*next);
    order.push_back(*next);
    left.erase(next);
  }
  return order;
}

double costOf(const TermTable& terms, const Order& order, StateEstimate estimate) {
  double cost = 0;
  double states = 1;
  for (const uint32_t parameter : order) {
    cost += states * static_cast<double>(terms.domainSize(parameter));
    states = estimate.statesWith(parameter);
    estimate.assign(parameter);
  }
  return cost;
}

}  // namespace

std::vector<Group> groupsOf(const TermTable& terms, const std::vector<TermId>& requirements,
                            size_t parameters) {
  std::vector<uint32_t> leader(parameters);
  std::iota(leader.begin(), leader.end(), 0U);
  const auto find = [&](uint32_t parameter) {
    while (leader[parameter] != parameter)
      parameter = leader[parameter] = leader[leader[parameter]];
    return parameter;
  };
  for (const TermId requirement : requirements)
    for (const uint32_t parameter : terms[requirement].parameters)
      leader[find(parameter)] = find(terms[requirement].parameters.front());
  std::map<uint32_t, Group> byLeader;
  for (const TermId requirement : requirements) {
    const auto& used = terms[requirement].parameters;
    if (used.empty()) continue;
    Group& group = byLeader[find(used.front())];
    group.requirements.push_back(requirement);
    group.parameters.insert(group.parameters.end(), used.begin(), used.end());
  }
  std::vector<Group> groups;
  for (auto& [first, group] : byLeader) {
    sortDistinct(group.parameters);
    groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<Order> ordersOf(const TermTable& terms, const Group& group, size_t parameters) {
  std::vector<Order> orders = {byRequirements(terms, group)};
  const size_t size = group.parameters.size();
  if (size < 3) return orders;
  orders.emplace_back(orders.front().rbegin(), orders.front().rend());
  orders.push_back(group.parameters);
  orders.emplace_back(group.parameters.rbegin(), group.parameters.rend());
  const StateEstimate estimate(terms, group.requirements, parameters);
  if (size * size * estimate.terms() <= mostGreedySteps) {
    orders.push_back(byStates(terms, group, estimate, false));
    orders.push_back(byStates(terms, group, estimate, true));
  }
  std::vector<std::pair<double, Order>> rated;
  for (Order& order : orders) {
    const bool isNew =
        std::ranges::find(rated, order, &std::pair<double, Order>::second) == rated.end();
    if (isNew) rated.emplace_back(costOf(terms, order, estimate), std::move(order));
  }
  std::ranges::stable_sort(rated, {}, &std::pair<double, Order>::first);
  orders.clear();
  for (auto& [cost, order] : rated)
    orders.push_back(std::move(order));
  return orders;
}

}  // namespace kw::constraints

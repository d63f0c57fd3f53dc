// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/build.h"

#include <numeric>

#include "model/constraints/compile.h"
#include "model/constraints/walk.h"

namespace kw::constraints {

namespace {

using diagram::NodeId;

std::vector<TermId> requirementsOf(std::span<const Condition> conditions, TermTable& terms) {
  std::vector<TermId> requirements;
  for (const Condition& condition : conditions) {
    const std::vector<TermId> more = requirementsOf(condition, terms);
    requirements.insert(requirements.end(), more.begin(), more.end());
  }
  return requirements;
}

// Parameters that no requirement uses: one node each, with all values.
NodeId tailOf(const ParameterOrder& order, const TermTable& terms, diagram::NodeTable& nodes) {
  NodeId node = diagram::terminal;
  std::vector<diagram::Choice> choices;
  for (size_t layer = order.parameters.size(); layer-- > order.constrained;) {
    choices.resize(terms.domainSize(order.parameters[layer]));
    for (size_t value = 0; value < choices.size(); ++value)
      choices[value] = {static_cast<uint16_t>(value), node};
    node = nodes.node(choices);
  }
  return node;
}

// By parameter; those without constraints have their first value.
std::vector<uint16_t> byParameter(const std::vector<uint16_t>& byLayer,
                                  const ParameterOrder& order) {
  std::vector<uint16_t> row(order.parameters.size());
  for (size_t layer = 0; layer < byLayer.size(); ++layer)
    row[order.parameters[layer]] = byLayer[layer];
  return row;
}

}  // namespace

Result<Built> build(const std::vector<std::span<const expression::Value>>& domains,
                    std::span<const Condition> conditions, const BuildOptions& options) {
  TermTable terms(domains);
  const std::vector<TermId> requirements = requirementsOf(conditions, terms);
  const ParameterOrder order = orderOf(terms, requirements, domains.size());
  const Program program = programOf(terms, requirements, order);
  diagram::NodeTable nodes;
  const NodeId tail = tailOf(order, terms, nodes);
  Walk walk(program, terms, options, nodes, tail);
  KW_ASSIGN(const NodeId root, walk.run());
  Built built;
  if (walk.faulty()) built.faulty = byParameter(*walk.faulty(), order);
  if (root == diagram::noNode) nodes = {};
  built.diagram = diagram::Diagram(order.parameters, std::move(nodes).take(), root);
  return built;
}

}  // namespace kw::constraints

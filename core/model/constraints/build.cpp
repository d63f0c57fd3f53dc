// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/build.h"

#include <algorithm>

#include "model/constraints/compile.h"
#include "model/constraints/group_build.h"

namespace kw::constraints {

namespace {

using diagram::NodeId;

constexpr size_t mostValues = 65535;  // indices are of 16 bits

// From the last layer to the first: parameters without constraints, then group by group.
class Builder {
 public:
  Builder(const std::vector<std::span<const expression::Value>>& domains,
          const BuildOptions& options)
      : m_terms(domains),
        m_options(options),
        m_steps(options.mostSteps),
        m_parameters(domains.size()) {}

  Result<Built> run(std::span<const Condition> conditions) {
    for (const Condition& condition : conditions)
      for (const TermId requirement : requirementsOf(condition, m_terms))
        require(requirement);
    const std::vector<Group> groups = groupsOf(m_terms, m_requirements, m_parameters);
    addFree(groups);
    for (size_t group = groups.size(); group-- > 0 && m_root != diagram::noNode;)
      KW_TRY(add(groups[group]));
    std::ranges::reverse(m_order);
    return finish();
  }

 private:
  void require(TermId requirement) {
    const Term& term = m_terms[requirement];
    if (term.code != Code::constant)
      m_requirements.push_back(requirement);
    else if (term.value.isFault())
      m_isFaulty = true;
    else if (!m_terms.texts().isTrue(term.value))
      m_root = diagram::noNode;
  }

  // Parameters that no requirement uses: one node each, with all values.
  void addFree(const std::vector<Group>& groups) {
    std::vector<bool> isUsed(m_parameters, false);
    for (const Group& group : groups)
      for (const uint32_t parameter : group.parameters)
        isUsed[parameter] = true;
    for (auto parameter = static_cast<uint32_t>(m_parameters); parameter-- > 0;)
      if (!isUsed[parameter]) addFree(parameter);
  }

  void addFree(uint32_t parameter) {
    m_order.push_back(parameter);
    if (m_root == diagram::noNode) return;
    std::vector<diagram::Choice> choices(m_terms.domainSize(parameter));
    for (size_t value = 0; value < choices.size(); ++value)
      choices[value] = {static_cast<uint16_t>(value), m_root};
    m_root = m_nodes.node(choices);
  }

  Status add(const Group& group) {
    KW_ASSIGN(const GroupNodes built,
              buildGroup(m_terms, group, m_parameters, m_options, m_nodes, m_root, m_steps));
    m_root = built.root;
    m_order.insert(m_order.end(), built.order.rbegin(), built.order.rend());
    if (!built.faulty) return {};
    m_isFaulty = true;
    m_faulty.emplace_back(built.order, *built.faulty);
    return {};
  }

  Result<Built> finish() {
    Built built;
    if (m_root == diagram::noNode) {
      built.diagram = diagram::Diagram::none(m_parameters);
      return built;
    }
    built.diagram = diagram::Diagram(m_order, std::move(m_nodes).take(), m_root);
    if (!m_isFaulty) return built;
    // Some row, with the faulty part of each group that has one.
    built.faulty = built.diagram.firstRow();
    for (const auto& [order, row] : m_faulty)
      for (size_t i = 0; i < order.size(); ++i)
        (*built.faulty)[order[i]] = row[i];
    return built;
  }

  TermTable m_terms;
  const BuildOptions& m_options;
  uint64_t m_steps;  // left
  size_t m_parameters;
  std::vector<TermId> m_requirements;
  diagram::NodeTable m_nodes;
  NodeId m_root = diagram::terminal;
  Order m_order;  // from the last layer to the first
  bool m_isFaulty = false;
  std::vector<std::pair<Order, std::vector<uint16_t>>> m_faulty;  // value indices in the order
};

}  // namespace

Result<Built> build(const std::vector<std::span<const expression::Value>>& domains,
                    std::span<const Condition> conditions, const BuildOptions& options) {
  if (options.stop.stop_requested()) return failCancelled();
  for (const auto& domain : domains)
    if (domain.size() > mostValues)
      return failInput("a parameter has " + std::to_string(domain.size()) +
                       " values, expected at most " + std::to_string(mostValues));
  return Builder(domains, options).run(conditions);
}

}  // namespace kw::constraints

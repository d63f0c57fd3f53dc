// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/space/space_search.h"

#include <algorithm>
#include <numeric>

namespace kw {

namespace {

constexpr uint64_t stepsBetweenStopChecks = 1024;

// Combinations that a constraint's parameters have, those that have a place already left out.
double openCombinations(const Space& space, const ConstraintTable& constraint,
                        const std::vector<bool>& placed) {
  double product = 1;
  for (const size_t parameter : constraint.parameters())
    if (!placed[parameter])
      product *= static_cast<double>(space.parameters[parameter].values.size());
  return product;
}

// Rows in ascending order of their value indices, the first parameter counting most.
void sortRows(std::vector<uint16_t>& table, size_t rows, size_t width) {
  const auto rowAt = [&](size_t row) {
    return table.begin() + static_cast<ptrdiff_t>(row * width);
  };
  std::vector<size_t> order(rows);
  std::iota(order.begin(), order.end(), size_t{0});
  const auto length = static_cast<ptrdiff_t>(width);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::lexicographical_compare(rowAt(a), rowAt(a) + length, rowAt(b), rowAt(b) + length);
  });
  std::vector<uint16_t> sorted;
  sorted.reserve(table.size());
  for (const size_t row : order)
    sorted.insert(sorted.end(), rowAt(row), rowAt(row) + length);
  table = std::move(sorted);
}

}  // namespace

std::vector<size_t> searchOrder(const Space& space,
                                const std::vector<ConstraintTable>& constraints) {
  std::vector<size_t> order;
  std::vector<bool> placed(space.parameters.size(), false);
  std::vector<const ConstraintTable*> open;
  for (const ConstraintTable& constraint : constraints)
    open.push_back(&constraint);
  const auto place = [&](size_t parameter) {
    if (!placed[parameter]) order.push_back(parameter);
    placed[parameter] = true;
  };
  while (!open.empty()) {
    const auto next = std::min_element(open.begin(), open.end(), [&](const auto* a, const auto* b) {
      return openCombinations(space, *a, placed) < openCombinations(space, *b, placed);
    });
    for (const size_t parameter : (*next)->parameters())
      place(parameter);
    open.erase(next);
  }
  for (size_t parameter = 0; parameter < space.parameters.size(); ++parameter)
    place(parameter);
  return order;
}

SpaceSearch::SpaceSearch(const Space& space, std::vector<ConstraintTable>& constraints,
                         std::stop_token stop)
    : m_space(space),
      m_constraints(constraints),
      m_stop(std::move(stop)),
      m_order(searchOrder(space, constraints)),
      m_due(space.parameters.size() + 1),
      m_row(space.parameters.size()) {
  std::vector<size_t> depthOf(space.parameters.size());
  for (size_t depth = 0; depth < m_order.size(); ++depth)
    depthOf[m_order[depth]] = depth;
  for (size_t i = 0; i < constraints.size(); ++i) {
    size_t due = constraints[i].parameters().empty() ? m_order.size() : 0;
    for (const size_t parameter : constraints[i].parameters())
      due = std::max(due, depthOf[parameter]);
    m_due[due].push_back(i);
  }
}

bool SpaceSearch::passes(size_t depth) {
  for (const size_t constraint : m_due[depth]) {
    switch (m_constraints[constraint].check(m_row)) {
      case ConstraintTable::Outcome::fails:
        ++m_found.cutOff[constraint];
        return false;
      case ConstraintTable::Outcome::faulty:
        m_faulty.push_back(constraint);
        break;
      default:
        break;
    }
  }
  return true;
}

bool SpaceSearch::keepRow() {
  if (!m_faulty.empty()) {
    m_error = m_constraints[m_faulty.front()].fault(m_row);
    return false;
  }
  m_found.table.insert(m_found.table.end(), m_row.begin(), m_row.end());
  return ++m_found.rows < m_mostRows;
}

bool SpaceSearch::descend(size_t depth) {
  if (depth == m_order.size()) return keepRow();
  if (++m_steps % stepsBetweenStopChecks == 0 && m_stop.stop_requested()) {
    m_cancelled = true;
    return false;
  }
  const size_t parameter = m_order[depth];
  const size_t faultyBefore = m_faulty.size();
  for (size_t i = 0; i < m_space.parameters[parameter].values.size(); ++i) {
    m_row[parameter] = static_cast<uint16_t>(i);
    if (passes(depth) && !descend(depth + 1)) return false;
    m_faulty.resize(faultyBefore);
  }
  return true;
}

Result<SpaceSearch::Found> SpaceSearch::run(size_t mostRows) {
  m_mostRows = mostRows;
  m_found = {};
  m_found.cutOff.resize(m_constraints.size());
  m_faulty.clear();
  if (passes(m_order.size())) descend(0);
  if (m_cancelled) return failCancelled();
  if (m_error) return fail(*std::move(m_error));
  if (!std::is_sorted(m_order.begin(), m_order.end()))
    sortRows(m_found.table, m_found.rows, m_order.size());
  return std::move(m_found);
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/selection/selection.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace kw {

bool Selection::contains(Id id) const {
  return std::find(m_selected.begin(), m_selected.end(), id) != m_selected.end();
}

std::optional<Selection::Id> Selection::current() const {
  if (m_selected.empty()) return std::nullopt;
  return m_selected.back();
}

void Selection::select(std::vector<Id> ids) {
  std::unordered_set<Id> seen;
  std::erase_if(ids, [&seen](Id id) { return !seen.insert(id).second; });
  if (ids == m_selected) return;
  m_selected = std::move(ids);
  Q_EMIT selectionChanged();
}

void Selection::toggle(Id id) {
  std::vector<Id> ids = m_selected;
  if (std::erase(ids, id) == 0) ids.push_back(id);
  select(std::move(ids));
}

void Selection::hover(std::optional<Id> id) {
  if (id == m_hovered) return;
  m_hovered = id;
  Q_EMIT hoverChanged();
}

void Selection::setBaseline(std::optional<Id> id) {
  if (id == m_baseline) return;
  m_baseline = id;
  Q_EMIT baselineChanged();
}

void Selection::clear() {
  hover(std::nullopt);
  setBaseline(std::nullopt);
  select({});
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/selection_link.h"

#include <QScopedValueRollback>
#include <algorithm>

namespace kw {

using Id = view::CandidateId;

SelectionLink::SelectionLink(CandidatesView& view, Selection& selection, QObject* parent)
    : QObject(parent), m_view(view), m_selection(selection) {
  connect(view.selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &SelectionLink::toSelection);
  connect(&selection, &Selection::selectionChanged, this, &SelectionLink::toView);
  connect(view.model(), &QAbstractItemModel::modelReset, this, &SelectionLink::toView);
  toView();
}

// From the ranges, since asking Qt for a list of a hundred thousand rows takes longer than a frame.
std::vector<Id> SelectionLink::idsInView() const {
  std::vector<int> rows;
  const QItemSelection selection = m_view.selectionModel()->selection();
  for (const QItemSelectionRange& range : selection)
    for (int row = range.top(); row <= range.bottom(); ++row)
      rows.push_back(row);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::vector<Id> ids;
  ids.reserve(rows.size());
  for (const int row : rows)
    ids.push_back(m_view.candidates().table().at(static_cast<size_t>(row)));
  return ids;
}

// The order is that in which they were selected, with the row under the cursor last.
void SelectionLink::toSelection() {
  if (m_busy) return;
  const QScopedValueRollback<bool> guard(m_busy, true);
  const std::vector<Id> inView = idsInView();
  const Id most = inView.empty() ? 0 : *std::max_element(inView.begin(), inView.end());
  std::vector<bool> isNew(most + 1, false);
  for (const Id id : inView)
    isNew[id] = true;
  std::vector<Id> ids;
  const auto take = [&](Id id) {
    if (id >= isNew.size() || !isNew[id]) return;
    isNew[id] = false;
    ids.push_back(id);
  };
  const std::optional<Id> current = m_view.candidates().idAt(m_view.currentIndex());
  const bool hasCurrent = current && *current < isNew.size() && isNew[*current];
  if (hasCurrent) isNew[*current] = false;
  for (const Id id : m_selection.selected())
    take(id);
  for (const Id id : inView)
    take(id);
  if (hasCurrent) ids.push_back(*current);
  m_selection.select(std::move(ids));
}

void SelectionLink::toView() {
  if (m_busy) return;
  const QScopedValueRollback<bool> guard(m_busy, true);
  const CandidatesModel& model = m_view.candidates();
  std::vector<int> rows;
  for (const Id id : m_selection.selected())
    if (const auto row = model.table().rowOf(id)) rows.push_back(static_cast<int>(*row));
  std::sort(rows.begin(), rows.end());
  QItemSelection selection;
  const int last = model.columnCount() - 1;
  for (size_t i = 0; i < rows.size();) {
    size_t end = i + 1;
    while (end < rows.size() && rows[end] == rows[end - 1] + 1)
      ++end;
    selection.append(
        QItemSelectionRange(model.index(rows[i], 0), model.index(rows[end - 1], last)));
    i = end;
  }
  m_view.selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
  if (!m_selection.current()) return;
  const QModelIndex current = model.indexOf(*m_selection.current());
  if (!current.isValid() || current.row() == m_view.currentIndex().row()) return;
  const int column = std::max(0, m_view.currentIndex().column());
  m_view.selectionModel()->setCurrentIndex(current.siblingAtColumn(column),
                                           QItemSelectionModel::NoUpdate);
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/candidates_model.h"

#include "widgets/models/verdict_color.h"
#include "widgets/theme/theme.h"

namespace kw {

CandidatesModel::CandidatesModel(Content& content, Selection& selection, QObject* parent)
    : QAbstractTableModel(parent),
      m_content(content),
      m_selection(selection),
      m_table(content.candidates()) {
  m_table.setBaseline(selection.baseline());
  readNames();
  wearTheme();
  connect(&content, &Content::problemChanged, this, &CandidatesModel::readNames);
  connect(&content, &Content::candidatesReset, this, &CandidatesModel::readRows);
  connect(&content, &Content::candidatesAppended, this, &CandidatesModel::takeIn);
  connect(&selection, &Selection::baselineChanged, this, &CandidatesModel::repin);
  connect(&Theme::instance(), &Theme::changed, this, &CandidatesModel::wearTheme);
}

std::optional<CandidatesModel::Id> CandidatesModel::idAt(const QModelIndex& index) const {
  const auto row = static_cast<size_t>(index.row());
  if (!index.isValid() || row >= m_table.rows()) return std::nullopt;
  return m_table.at(row);
}

const view::CandidateRow* CandidatesModel::rowAt(const QModelIndex& index) const {
  const std::optional<Id> id = idAt(index);
  return id && *id < m_content.candidates().size() ? &m_content.candidates()[*id] : nullptr;
}

QModelIndex CandidatesModel::indexOf(Id id) const {
  const std::optional<size_t> row = m_table.rowOf(id);
  return row ? index(static_cast<int>(*row), 0) : QModelIndex();
}

int CandidatesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.rows());
}

int CandidatesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_table.columns().size());
}

// Another revision has the same columns as a rule: then the user's order and filter stay.
void CandidatesModel::readNames() {
  std::vector<Parameter> parameters;
  const Content::ProblemPtr& problem = m_content.problem();
  if (problem && problem->problem.space) parameters = problem->problem.space->parameters;
  if (m_content.caseNames() == m_caseNames && parameters == m_parameters) return;
  beginResetModel();
  m_caseNames = m_content.caseNames();
  m_parameters = std::move(parameters);
  m_table.setNames(m_caseNames, m_parameters);
  endResetModel();
  Q_EMIT columnsChanged();
  Q_EMIT rowsChanged();
}

void CandidatesModel::readRows() {
  beginResetModel();
  m_table.reset();
  endResetModel();
  Q_EMIT rowsChanged();
}

std::vector<std::string> CandidatesModel::headers() const {
  std::vector<std::string> all;
  for (size_t column = 0; column < m_table.columns().size(); ++column)
    all.push_back(m_table.header(column));
  return all;
}

// New rows go below the others first and then to their places: two signals, however many places.
void CandidatesModel::takeIn() {
  const std::vector<std::string> before = headers();
  const std::vector<Id> ids = m_table.incoming();
  const bool repins = m_table.pinsDiffer();
  if (repins && !m_table.filter().isEmpty()) {
    readRows();  // a row that is pinned no longer may have to go
    return;
  }
  const int first = rowCount();
  if (ids.empty()) {
    m_table.append(ids);
  } else {
    beginInsertRows({}, first, first + static_cast<int>(ids.size()) - 1);
    m_table.append(ids);
    endInsertRows();
  }
  if (repins)
    rearrange([this] { m_table.rearrange(); });
  else if (!m_table.isArranged())
    rearrange([this] { m_table.arrange(); });
  if (repins && rowCount() > 0)  // a new source changes the ratios
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  else
    tellChangedUnits(before);
  if (repins) Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
  Q_EMIT rowsChanged();
}

void CandidatesModel::repin() {
  const bool mayLoseRows = !m_table.filter().isEmpty();
  m_table.setBaseline(m_selection.baseline());
  if (mayLoseRows) {
    readRows();
    return;
  }
  rearrange([this] { m_table.rearrange(); });
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  Q_EMIT rowsChanged();
}

void CandidatesModel::sort(int column, Qt::SortOrder order) {
  const bool isColumn = column >= 0 && column < columnCount();
  rearrange([&] {
    m_table.setOrder(isColumn ? std::optional<size_t>(column) : std::nullopt,
                     isColumn && order == Qt::DescendingOrder);
  });
  Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

template <class Change>
void CandidatesModel::rearrange(Change change) {
  Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
  const QModelIndexList before = persistentIndexList();
  std::vector<Id> ids;
  ids.reserve(static_cast<size_t>(before.size()));
  for (const QModelIndex& index : before)
    ids.push_back(m_table.at(static_cast<size_t>(index.row())));
  change();
  QModelIndexList after;
  after.reserve(before.size());
  for (qsizetype i = 0; i < before.size(); ++i) {
    const std::optional<size_t> row = m_table.rowOf(ids[static_cast<size_t>(i)]);
    after.push_back(row ? index(static_cast<int>(*row), before[i].column()) : QModelIndex());
  }
  changePersistentIndexList(before, after);
  Q_EMIT layoutChanged({}, VerticalSortHint);
}

void CandidatesModel::tellChangedUnits(const std::vector<std::string>& before) {
  for (size_t column = 0; column < before.size(); ++column) {
    if (before[column] == m_table.header(column)) continue;
    const int at = static_cast<int>(column);
    Q_EMIT headerDataChanged(Qt::Horizontal, at, at);
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, at), index(rowCount() - 1, at));
  }
}

Status CandidatesModel::setFilter(const QString& text) {
  beginResetModel();
  Status status = m_table.setFilter(text.toStdString());
  endResetModel();
  Q_EMIT rowsChanged();
  return status;
}

void CandidatesModel::wearTheme() {
  m_numberFont = Theme::instance().numberFont();
}

}  // namespace kw

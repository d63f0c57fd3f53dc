// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/draft_table.h"

#include <QTimer>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

QString wordsOf(const Error& fault) {
  QString words = QString::fromStdString(fault.message);
  if (!fault.advice.empty())
    words += QStringLiteral(" (%1)").arg(QString::fromStdString(fault.advice));
  return words;
}

}  // namespace

int DraftTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : m_shownItems + (m_hasNewRow ? 1 : 0);
}

const DraftTable::Refused* DraftTable::refusedAt(const QModelIndex& index) const {
  const auto found = m_refused.find({index.row(), index.column()});
  return found == m_refused.end() ? nullptr : &found->second;
}

QString DraftTable::faultAt(const QModelIndex& index) const {
  if (const Refused* refused = refusedAt(index)) return refused->fault;
  const auto found = m_rowFaults.find(index.row());
  return found != m_rowFaults.end() && index.column() == 0 ? found->second : QString();
}

QVariant DraftTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const int row = index.row(), column = index.column();
  // The space may have more or fewer than views know of yet.
  const bool isItem = row < std::min(m_shownItems, itemCount());
  const QString fault = faultAt(index);
  switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
      if (const Refused* refused = refusedAt(index)) return refused->text;
      return isItem ? textAt(row, column) : QString();
    case faultRole:
      return fault;
    case Qt::BackgroundRole:
      return fault.isEmpty() ? QVariant() : QVariant(Theme::instance().tokens().faultPaper);
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
      if (!fault.isEmpty()) return fault;
      break;
    default:
      break;
  }
  return isItem ? moreData(row, column, role) : QVariant();
}

Qt::ItemFlags DraftTable::flags(const QModelIndex& index) const {
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (!index.isValid()) return flags;
  const bool editable =
      isNewRow(index.row()) ? index.column() == 0 : isEditable(index.row(), index.column());
  return editable ? flags | Qt::ItemIsEditable : flags;
}

bool DraftTable::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !index.isValid()) return false;
  const QString text = value.toString();
  const int row = index.row(), column = index.column();
  const bool isNew = isNewRow(row);
  if (isNew && text.trimmed().isEmpty()) {
    m_refused.erase({row, column});
    dropEmptyNewRowLater();
    return true;
  }
  if (!isNew && !refusedAt(index) && text == textAt(row, column)) return true;
  const QString name = cellName(row, column);
  const std::optional<Refused> before =
      refusedAt(index) ? std::optional(*refusedAt(index)) : std::nullopt;
  m_refused.erase({row, column});
  const Status done = isNew ? add(text) : edit(row, column, text);
  if (done) {
    if (isNew) dropEmptyNewRowLater();
    Q_EMIT dataChanged(index.siblingAtColumn(0), index.siblingAtColumn(columnCount() - 1));
    if (before) Q_EMIT refusalsChanged();
    return true;
  }
  const int at = done.error().place.column;
  const QString where = at > 0 ? tr("%1, column %2: ").arg(name).arg(at) : name + tr(": ");
  m_refused[{row, column}] = {text, where + wordsOf(done.error())};
  Q_EMIT dataChanged(index, index);
  Q_EMIT refusalsChanged();
  return true;
}

QModelIndex DraftTable::beginNewRow() {
  if (!m_hasNewRow) {
    beginInsertRows({}, m_shownItems, m_shownItems);
    m_hasNewRow = true;
    endInsertRows();
  }
  return index(m_shownItems, 0);
}

void DraftTable::dropNewRow() {
  if (!m_hasNewRow) return;
  const int row = m_shownItems;
  beginRemoveRows({}, row, row);
  m_hasNewRow = false;
  m_refused.erase({row, 0});
  endRemoveRows();
  Q_EMIT refusalsChanged();
}

void DraftTable::dropEmptyNewRowLater() {
  QTimer::singleShot(0, this, [this] {
    if (m_hasNewRow && !m_refused.contains({m_shownItems, 0})) dropNewRow();
  });
}

void DraftTable::dropRefused() {
  dropNewRow();
  if (m_refused.empty()) return;
  m_refused.clear();
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  Q_EMIT refusalsChanged();
}

void DraftTable::setRowFaults(std::map<int, QString> faults) {
  if (faults == m_rowFaults) return;
  m_rowFaults = std::move(faults);
  showAnew();
}

// A change that covered a cell would make its view throw away what is being typed there.
void DraftTable::showAnew() {
  const int rows = std::min(m_shownItems, itemCount()), column = quietColumn();
  if (rows > 0) Q_EMIT dataChanged(index(0, column), index(rows - 1, column));
}

QStringList DraftTable::refusals() const {
  QStringList all;
  for (const auto& [cell, refused] : m_refused)
    all.append(refused.fault);
  return all;
}

// Rows are added and taken away at the end, so that the view keeps its place and its editor.
void DraftTable::renew() {
  const int before = m_shownItems, now = itemCount();
  if (now > before) {
    beginInsertRows({}, before, now - 1);
    m_shownItems = now;
  } else if (now < before) {
    beginRemoveRows({}, now, before - 1);
    m_shownItems = now;
  }
  // What was refused belongs to rows that may mean something else now.
  if (now != before) {
    const auto pending =
        m_hasNewRow ? m_refused.extract({before, 0}) : decltype(m_refused)::node_type();
    m_refused.clear();
    if (!pending.empty()) m_refused[{now, 0}] = pending.mapped();
  }
  if (now > before) endInsertRows();
  if (now < before) endRemoveRows();
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  Q_EMIT refusalsChanged();
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/round_model.h"

#include <algorithm>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

QColor endingColor(RoundEnding kind, const Tokens& tokens) {
  if (kind == RoundEnding::gained) return tokens.verified;
  if (kind == RoundEnding::lost || kind == RoundEnding::unfit) return tokens.failed;
  return tokens.text;
}

}  // namespace

void RoundModel::setRounds(const std::vector<Round>& rounds) {
  std::vector<view::RoundRow> rows = view::roundRows(rounds);
  const bool isReset = rows.size() < m_rows.size() ||
                       !std::equal(m_rows.begin(), m_rows.end(), rows.begin(),
                                   [](const auto& a, const auto& b) { return a.id == b.id; });
  if (isReset) {
    beginResetModel();
    m_rows = std::move(rows);
    m_range = view::ratioRange(m_rows);
    endResetModel();
    return;
  }
  // The selection stays.
  const int before = rowCount(), now = static_cast<int>(rows.size());
  if (now > before) beginInsertRows({}, before, now - 1);
  m_rows = std::move(rows);
  m_range = view::ratioRange(m_rows);
  if (now > before) endInsertRows();
  if (now > 0) Q_EMIT dataChanged(index(0, 0), index(now - 1, columns - 1));
}

int RoundModel::find(int64_t id) const {
  for (size_t row = 0; row < m_rows.size(); ++row)
    if (m_rows[row].id == id) return static_cast<int>(row);
  return -1;
}

int RoundModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RoundModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columns;
}

QString RoundModel::textAt(const view::RoundRow& row, int column) const {
  switch (column) {
    case roundColumn:
      return QString::fromStdString(row.name + ", " + row.branch);
    case endingColumn:
      return QString::fromStdString(row.ending);
    case expectedColumn:
      return QString::fromStdString(row.expected);
    case measuredColumn:
      return QString::fromStdString(row.measured);
    default:
      return {};
  }
}

QVariant RoundModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const view::RoundRow& row = rowAt(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return textAt(row, index.column());
    case Qt::AccessibleTextRole:
      if (index.column() == gainColumn)
        return tr("Mark of the gain: expected %1, measured %2")
            .arg(QString::fromStdString(row.expected), QString::fromStdString(row.measured));
      return textAt(row, index.column());
    case Qt::ToolTipRole:
      if (index.column() == gainColumn)
        return tr(
            "Line: no gain. Diamond: expected. Bar and dot: measured, with its 95 % "
            "interval.");
      return textAt(row, index.column());
    case Qt::ForegroundRole:
      if (index.column() == endingColumn) return endingColor(row.kind, Theme::instance().tokens());
      return {};
    default:
      return {};
  }
}

QVariant RoundModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case roundColumn:
      return tr("Round");
    case endingColumn:
      return tr("Ending");
    case expectedColumn:
      return tr("Expected");
    case measuredColumn:
      return tr("Measured (95 %)");
    default:
      return tr("Gain");
  }
}

}  // namespace kw

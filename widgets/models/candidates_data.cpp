// SPDX-License-Identifier: GPL-3.0-or-later
// What CandidatesModel says of a cell.
#include "widgets/models/candidates_model.h"
#include "widgets/models/verdict_color.h"
#include "widgets/theme/theme.h"

namespace kw {

QVariant CandidatesModel::data(const QModelIndex& index, int role) const {
  const std::optional<Id> id = idAt(index);
  // Between a change of the list and its signal, rows may stand here that are gone.
  if (!id || *id >= m_content.candidates().size()) return {};
  const auto at = static_cast<size_t>(index.column());
  const view::Column& column = m_table.columns()[at];
  switch (role) {
    case Qt::DisplayRole:
      return QString::fromStdString(m_table.text(*id, at));
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(
          Qt::Alignment((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    case Qt::FontRole:
      return column.isNumber ? QVariant(m_numberFont) : QVariant();
    case Qt::ForegroundRole:
      return foreground(column, *id);
    case Qt::ToolTipRole:
      return toolTip(at, *id);
    case Qt::AccessibleTextRole:
      return accessibleText(at, *id);
    case idRole:
      return *id;
    case verdictRole:
      return static_cast<int>(m_content.candidates()[*id].verdict);
    case sourceRole:
      return !m_content.candidates()[*id].candidate.isTemplate;
    default:
      return {};
  }
}

QVariant CandidatesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const auto at = static_cast<size_t>(section);
  const view::Column& column = m_table.columns()[at];
  switch (role) {
    case Qt::DisplayRole:
      return heading(at);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(
          Qt::Alignment((column.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    case Qt::ToolTipRole:
      return QString::fromStdString(column.explanation);
    default:
      return {};
  }
}

// The style's own arrow would lie over the unit, where the column is aligned to the right.
QString CandidatesModel::heading(size_t column) const {
  const QString text = QString::fromStdString(m_table.header(column));
  if (m_table.sortColumn() != column) return text;
  const QString arrow = m_table.isDescending() ? QStringLiteral("▼") : QStringLiteral("▲");
  return m_table.columns()[column].isNumber ? arrow + QLatin1Char(' ') + text
                                            : text + QLatin1Char(' ') + arrow;
}

QVariant CandidatesModel::foreground(const view::Column& column, Id id) const {
  const Tokens& tokens = Theme::instance().tokens();
  const view::CandidateRow& row = m_content.candidates()[id];
  if (column.field == view::Field::verdict) return verdictColor(row.verdict, tokens);
  const bool isSecond = !row.candidate.isTemplate || !row.verified() ||
                        column.field == view::Field::number || column.field == view::Field::reason;
  return isSecond ? QVariant(tokens.secondaryText) : QVariant();
}

QString CandidatesModel::accessibleText(size_t column, Id id) const {
  const QString header = QString::fromStdString(m_table.header(column));
  const QString text = QString::fromStdString(m_table.text(id, column));
  if (text.isEmpty()) return tr("%1: not known").arg(header);
  if (column == 0 && !m_content.candidates()[id].candidate.isTemplate)
    return tr("Source kernel, %1: %2").arg(header, text);
  return QStringLiteral("%1: %2").arg(header, text);
}

QString CandidatesModel::toolTip(size_t column, Id id) const {
  const view::Column& which = m_table.columns()[column];
  const QString more = QString::fromStdString(m_table.cells().more(which, id));
  if (which.field != view::Field::number) return more;
  if (!m_content.candidates()[id].candidate.isTemplate) return tr("The source kernel");
  return QString::fromStdString(m_content.candidates()[id].candidate.label());
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/counters/counters_model.h"

#include <QFont>
#include <utility>

#include "view/counters/counter_texts.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

// A group's rows have its place, from 1 on; a group itself has 0.
quintptr insideOf(size_t group) {
  return group + 1;
}

QString text(const std::string& from) {
  return QString::fromStdString(from);
}

bool isNumber(int column) {
  return column == CountersModel::valueColumn || column == CountersModel::differenceColumn;
}

QString cellText(const view::CounterRow& row, int column) {
  switch (column) {
    case CountersModel::metricColumn:
      return text(row.title);
    case CountersModel::valueColumn:
      return text(metricText(row.value));
    case CountersModel::knownColumn:
      return text(std::string(name(row.value.known)));
    case CountersModel::differenceColumn:
      return text(row.difference);
    default:
      return {};  // painted
  }
}

}  // namespace

void CountersModel::setSheet(view::CounterSheet sheet) {
  beginResetModel();
  m_sheet = std::move(sheet);
  read();
  endResetModel();
}

void CountersModel::setFilter(const QString& text) {
  if (text == m_filter) return;
  beginResetModel();
  m_filter = text;
  read();
  endResetModel();
}

void CountersModel::read() {
  const std::string words = m_filter.toStdString();
  m_groups = view::filtered(m_sheet.groups, words);
  m_missing = view::byReason(view::filtered(m_sheet.missing, words));
}

size_t CountersModel::shownRows() const {
  size_t count = 0;
  for (const view::CounterGroup& group : m_groups)
    count += group.rows.size();
  for (const view::MissingGroup& group : m_missing)
    count += group.metrics.size();
  return count;
}

bool CountersModel::isGroup(const QModelIndex& index) const {
  return index.isValid() && index.internalId() == 0;
}

const view::CounterRow* CountersModel::rowAt(const QModelIndex& index) const {
  if (!index.isValid() || isGroup(index)) return nullptr;
  const size_t group = index.internalId() - 1;
  return group < m_groups.size() ? &m_groups[group].rows[static_cast<size_t>(index.row())]
                                 : nullptr;
}

const view::MissingMetric* CountersModel::missingAt(const QModelIndex& index) const {
  if (!index.isValid() || isGroup(index)) return nullptr;
  const size_t group = index.internalId() - 1;
  if (group < m_groups.size()) return nullptr;
  return &m_missing[group - m_groups.size()].metrics[static_cast<size_t>(index.row())];
}

std::string CountersModel::heading(size_t group) const {
  if (group < m_groups.size()) return m_groups[group].need;
  return tr("Without a value: %1").arg(text(m_missing[group - m_groups.size()].why)).toStdString();
}

std::string CountersModel::idAt(const QModelIndex& index) const {
  if (const view::CounterRow* row = rowAt(index)) return row->id;
  if (const view::MissingMetric* missing = missingAt(index)) return missing->id;
  return isGroup(index) ? heading(static_cast<size_t>(index.row())) : std::string();
}

QModelIndex CountersModel::find(const std::string& id) const {
  for (int group = 0; group < rowCount(); ++group) {
    const QModelIndex parent = index(group, 0);
    if (idAt(parent) == id) return parent;
    for (int row = 0; row < rowCount(parent); ++row)
      if (idAt(index(row, 0, parent)) == id) return index(row, 0, parent);
  }
  return {};
}

std::set<std::string> CountersModel::idsOf(const QModelIndexList& indexes) const {
  std::set<std::string> ids;
  for (const QModelIndex& each : indexes) {
    if (!isGroup(each)) {
      ids.insert(idAt(each));
      continue;
    }
    for (int row = 0; row < rowCount(each); ++row)
      ids.insert(idAt(index(row, 0, each)));
  }
  return ids;
}

QModelIndex CountersModel::index(int row, int column, const QModelIndex& parent) const {
  if (column < 0 || column >= columns || row < 0 || row >= rowCount(parent)) return {};
  return createIndex(row, column,
                     parent.isValid() ? insideOf(static_cast<size_t>(parent.row())) : 0);
}

QModelIndex CountersModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || isGroup(child)) return {};
  return createIndex(static_cast<int>(child.internalId() - 1), 0, quintptr{0});
}

int CountersModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(groups());
  if (!isGroup(parent) || parent.column() != 0) return 0;
  const auto group = static_cast<size_t>(parent.row());
  if (group < m_groups.size()) return static_cast<int>(m_groups[group].rows.size());
  return static_cast<int>(m_missing[group - m_groups.size()].metrics.size());
}

int CountersModel::columnCount(const QModelIndex&) const {
  return columns;
}

QVariant CountersModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::Alignment(
        (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
  if (isGroup(index)) return groupData(index, role);
  if (const view::MissingMetric* missing = missingAt(index))
    return missingData(*missing, index.column(), role);
  return rowData(*rowAt(index), index.column(), role);
}

QVariant CountersModel::groupData(const QModelIndex& index, int role) const {
  if (index.column() != 0) return {};
  QString title = text(heading(static_cast<size_t>(index.row())));
  if (!title.isEmpty()) title[0] = title[0].toUpper();
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return title;
  if (role == Qt::AccessibleTextRole)
    return tr("%1: %2 metrics").arg(title).arg(rowCount(index.siblingAtColumn(0)));
  if (role == Qt::FontRole) {
    QFont font = Theme::instance().interfaceFont();
    font.setBold(true);
    return font;
  }
  return {};
}

QVariant CountersModel::missingData(const view::MissingMetric& missing, int column,
                                    int role) const {
  if (role == Qt::ToolTipRole) return tr("%1: %2").arg(text(missing.id), text(missing.why));
  if (role == Qt::ForegroundRole) return Theme::instance().tokens().secondaryText;
  if (role == Qt::DisplayRole)
    return column == metricColumn  ? text(missing.title)
           : column == knownColumn ? tr("missing")
                                   : QString();
  if (role == Qt::AccessibleTextRole)
    return tr("%1: no value, %2").arg(text(missing.title), text(missing.why));
  return {};
}

QVariant CountersModel::rowData(const view::CounterRow& row, int column, int role) const {
  switch (role) {
    case Qt::DisplayRole:
      return cellText(row, column);
    case Qt::FontRole:
      return isNumber(column) ? Theme::instance().numberFont() : QVariant();
    case Qt::ToolTipRole: {
      const QString rounds = text(view::roundsText(row));
      if (column == roundsColumn)
        return rounds.isEmpty() ? tr("The only profile of this case so far") : rounds;
      return text(row.title + "\n" + view::originText(catalogue(), row));
    }
    case Qt::AccessibleTextRole: {
      if (column == metricColumn)
        return tr("%1: %2, %3")
            .arg(text(row.title), text(metricText(row.value)),
                 text(std::string(name(row.value.known))));
      if (column == roundsColumn) return text(view::roundsText(row));
      return cellText(row, column);
    }
    default:
      return {};
  }
}

QVariant CountersModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(
        Qt::Alignment((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (section) {
    case metricColumn:
      return tr("Metric");
    case valueColumn:
      return tr("Value");
    case knownColumn:
      return role == Qt::DisplayRole
                 ? tr("Known as")
                 : tr("● measured by a counter or a clock, ◐ derived from measured figures, ○ "
                      "modelled from the work model and measured peaks");
    case differenceColumn:
      return role == Qt::DisplayRole || m_sheet.baselineName.empty()
                 ? text(view::differenceTitle(m_sheet))
                 : tr("How much the values differ from those of %1: pin another candidate as "
                      "baseline to compare with it")
                       .arg(text(m_sheet.baselineName));
    case roundsColumn:
      return role == Qt::DisplayRole ? tr("Profiles")
                                     : tr("The profiles of this case on this device, oldest first; "
                                          "the dot is this one");
    default:
      return {};
  }
}

}  // namespace kw

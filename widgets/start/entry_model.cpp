// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/start/entry_model.h"

namespace kw {

void EntryModel::setEntries(QVector<StartEntry> entries) {
  if (entries == m_entries) return;
  beginResetModel();
  m_entries = std::move(entries);
  endResetModel();
}

void EntryModel::setMissing(const QStringList& paths) {
  for (int row = 0; row < rowCount(); ++row) {
    const bool missing = paths.contains(m_entries[row].path);
    if (m_entries[row].missing == missing) continue;
    m_entries[row].missing = missing;
    Q_EMIT dataChanged(index(row), index(row));
  }
}

int EntryModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant EntryModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const StartEntry& entry = m_entries[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      return entry.title;
    case Qt::AccessibleTextRole: {
      const QString text = tr("%1, %2").arg(entry.title, entry.detail);
      return entry.missing ? tr("%1, missing").arg(text) : text;
    }
    case Qt::ToolTipRole: {
      const QString path =
          entry.missing ? tr("%1 is not there any more").arg(entry.path) : entry.path;
      return (entry.detail + QLatin1Char('\n') + path).trimmed();
    }
    case pathRole:
      return entry.path;
    case detailRole:
      return entry.detail;
    case asideRole:
      return entry.missing ? tr("missing") : entry.aside;
    case missingRole:
      return entry.missing;
    case filterRole:
      return entry.title + QLatin1Char(' ') + entry.detail + QLatin1Char(' ') + entry.path;
    default:
      return {};
  }
}

}  // namespace kw

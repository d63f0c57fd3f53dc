// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/palette_model.h"

namespace kw {

namespace {

QString spokenText(const RegisteredAction& entry, const QString& keys) {
  QStringList parts{entry.text(), entry.category};
  if (!keys.isEmpty()) parts.append(keys);
  if (!entry.action->isEnabled())
    parts.append(PaletteModel::tr("cannot be run now. %1")
                     .arg(ActionRegistry::disabledReason(entry.action)));
  return parts.join(QStringLiteral(", "));
}

}  // namespace

PaletteModel::PaletteModel(ActionRegistry& registry, QObject* parent)
    : QAbstractListModel(parent), m_registry(registry) {}

void PaletteModel::reload() {
  beginResetModel();
  m_ranked.clear();
  m_entries.clear();
  m_actions.clear();
  for (const RegisteredAction& each : m_registry.actions()) {
    if (!each.action->isVisible()) continue;
    m_actions.append(each);
    // The category can be typed too: "heat save" finds "Save picture" of "Heat map".
    const QString text = each.text() + QLatin1Char(' ') + each.category;
    m_entries.push_back({text.toStdU16String(), each.action->isEnabled(),
                         static_cast<int>(m_registry.recent().indexOf(each.action->objectName()))});
  }
  m_ranked = view::rank(m_query.toStdU16String(), m_entries);
  endResetModel();
}

void PaletteModel::setQuery(const QString& query) {
  beginResetModel();
  m_query = query;
  m_ranked = view::rank(query.toStdU16String(), m_entries);
  endResetModel();
}

QAction* PaletteModel::actionAt(int row) const {
  if (row < 0 || row >= rowCount()) return nullptr;
  return m_actions[static_cast<qsizetype>(m_ranked[static_cast<size_t>(row)].index)].action;
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_ranked.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
  const QAction* action = index.isValid() ? actionAt(index.row()) : nullptr;
  if (!action) return {};
  const view::RankedEntry& ranked = m_ranked[static_cast<size_t>(index.row())];
  const RegisteredAction& entry = m_actions[static_cast<qsizetype>(ranked.index)];
  const QString keys = action->shortcut().toString(QKeySequence::NativeText);
  switch (role) {
    case Qt::DisplayRole:
      return entry.text();
    case Qt::AccessibleTextRole:
      return spokenText(entry, keys);
    case Qt::ToolTipRole:
      return action->toolTip();
    case categoryRole:
      return entry.category;
    case shortcutRole:
      return keys;
    case enabledRole:
      return action->isEnabled();
    case reasonRole:
      return action->isEnabled() ? QString() : ActionRegistry::disabledReason(action);
    case positionsRole: {
      QVariantList positions;
      for (const size_t position : ranked.match.positions)
        positions.append(static_cast<int>(position));
      return positions;
    }
    default:
      return {};
  }
}

int PaletteModel::firstRow() const {
  if (!m_query.trimmed().isEmpty()) return 0;
  for (int row = 0; row < rowCount(); ++row)
    if (actionAt(row) && actionAt(row)->isEnabled()) return row;
  return 0;
}

}  // namespace kw

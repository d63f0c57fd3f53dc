// SPDX-License-Identifier: GPL-3.0-or-later
// The actions that match what was typed, for the palette's list.
#pragma once

#include <QAbstractListModel>
#include <vector>

#include "view/palette/matcher.h"
#include "widgets/palette/action_registry.h"

namespace kw {

class PaletteModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { categoryRole = Qt::UserRole, shortcutRole, enabledRole, reasonRole, positionsRole };

  explicit PaletteModel(ActionRegistry& registry, QObject* parent = nullptr);

  // Takes the registry's actions as they are now.
  void reload();
  void setQuery(const QString& query);
  QAction* actionAt(int row) const;
  // Where to begin: without a query the first that can be run, else the best match.
  int firstRow() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  ActionRegistry& m_registry;
  QList<RegisteredAction> m_actions;
  std::vector<view::PaletteEntry> m_entries;  // of m_actions
  std::vector<view::RankedEntry> m_ranked;
  QString m_query;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// "Keyboard shortcuts": every action with its keys, to search and to copy.
#pragma once

#include <QDialog>

class QLineEdit;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTableView;

namespace kw {

class ActionRegistry;

class ShortcutsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ShortcutsDialog(const ActionRegistry& registry, QWidget* parent = nullptr);

  // The rows shown, with a header; fields separated by tabs.
  QString shownAsTsv() const;

 private:
  void fill(const ActionRegistry& registry);
  void copy() const;

  QStandardItemModel* m_model;
  QSortFilterProxyModel* m_shown;
  QLineEdit* m_filter;
  QTableView* m_table;
};

}  // namespace kw

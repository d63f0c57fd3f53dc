// SPDX-License-Identifier: GPL-3.0-or-later
// A titled list of entries with a filter: typing anywhere in it filters, Enter opens.
#pragma once

#include <QWidget>

#include "widgets/start/entry_model.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;

namespace kw {

class EntryList : public QWidget {
  Q_OBJECT

 public:
  // `empty`: what is said while there is nothing to list.
  EntryList(const QString& name, const QString& title, const QString& empty,
            QWidget* parent = nullptr);

  EntryModel& model() { return *m_model; }
  // Whether entries can be taken off the list: the Delete key, a menu and a button then do so.
  void setRemovable(bool removable);
  // The keys go to the list, to its first entry where none is current.
  void enter();
  void setEmptyText(const QString& text);
  QLineEdit* filter() const { return m_filter; }

 Q_SIGNALS:
  void opened(const QString& path);
  void removed(const QString& path);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow();
  void open(const QModelIndex& index);
  void removeCurrent();
  bool handleListKey(QKeyEvent* event);
  bool handleFilterKey(QKeyEvent* event);
  void showMenu(const QPoint& at);
  void restyle();

  EntryModel* m_model;
  QSortFilterProxyModel* m_shown;
  QLabel* m_title;
  QLineEdit* m_filter;
  QListView* m_list;
  QLabel* m_empty;
  QStackedWidget* m_stack;
  QPushButton* m_remove;
  QString m_emptyText;
  bool m_removable = false;
};

}  // namespace kw

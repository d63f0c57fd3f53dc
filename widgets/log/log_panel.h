// SPDX-License-Identifier: GPL-3.0-or-later
// What happened and when: the notices, to filter and to copy.
#pragma once

#include <QList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStackedWidget;

namespace kw {

class Content;
class LogModel;
class Selection;

class LogPanel : public QWidget {
  Q_OBJECT

 public:
  LogPanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  // "log.copy" Ctrl+C, "log.clear", "log.filter" Ctrl+F.
  QList<QAction*> panelActions() const;

 public Q_SLOTS:
  // For what no problem is open for, such as a notice of the settings.
  void add(const QString& text);

 private:
  void makeActions();
  void layOut();
  void copy() const;
  void follow();
  void scrollIfAtEnd();

  LogModel* m_model;
  QSortFilterProxyModel* m_shown;
  QLineEdit* m_filter;
  QListView* m_list;
  QLabel *m_empty, *m_footer;
  QStackedWidget* m_stack;
  QAction *m_copy, *m_clear, *m_focusFilter;
  bool m_followsEnd = true;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// The window's own actions: what can be done whatever panel has the focus.
#pragma once

#include <QAction>
#include <QList>
#include <QMenu>
#include <QMenuBar>
#include <QObject>

#include "widgets/content/content.h"

namespace kw {

class ActionRegistry;

// Makes the actions and enables them by what is open and what runs. Whoever composes the window
// connects them.
class WindowActions : public QObject {
  Q_OBJECT

 public:
  explicit WindowActions(const Content& content, QObject* parent = nullptr);

  // file
  QAction* close;
  QAction* saveProblem;
  QAction* saveProblemAs;
  QAction* writeReport;
  QAction* exportWinner;
  QAction* providers;
  QAction* quit;
  // view
  QAction* toggleTheme;
  QAction* largerFont;
  QAction* smallerFont;
  QAction* resetFont;
  // go
  QAction* selectBest;
  QAction* selectSource;
  QAction* pinBaseline;
  // help
  QAction* shortcuts;
  QAction* about;

  void registerIn(ActionRegistry& registry) const;
  QMenu* fileMenu(QMenuBar* bar) const;
  QMenu* goMenu(QMenuBar* bar) const;
  QMenu* helpMenu(QMenuBar* bar) const;
  QList<QAction*> viewActions() const { return {toggleTheme, largerFont, smallerFont, resetFont}; }

 private:
  QAction* make(const QString& name, const QString& text, const QKeySequence& keys = {});
  void refresh();

  const Content& m_content;
};

}  // namespace kw

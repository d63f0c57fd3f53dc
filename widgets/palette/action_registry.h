// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window, for the command palette, menus and the list of shortcuts.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QStringList>

namespace kw {

struct RegisteredAction {
  QPointer<QAction> action;
  QString category;  // "Run", "View", "Candidates"

  QString text() const;  // without the mnemonic's '&' and the dots of a dialog
};

// Two actions that the same keys would reach, so that neither runs.
struct ShortcutClash {
  QKeySequence keys;
  QAction* first = nullptr;
  QAction* second = nullptr;
  QString text() const;
};

class ActionRegistry : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  // Not owned; forgotten when they go. An action that is there already moves to the new category.
  void add(QAction* action, const QString& category);
  void add(const QList<QAction*>& actions, const QString& category);

  // In the order of their registration; separators and actions without a text are left out.
  QList<RegisteredAction> actions() const;
  QAction* find(const QString& objectName) const;

  // Also where one's keys begin with the other's, as Ctrl+K and Ctrl+K, C do. Actions whose widgets
  // never have the focus together do not clash.
  QList<ShortcutClash> clashes() const;

  // Object names of those run last, the last first, at most 12.
  const QStringList& recent() const { return m_recent; }
  void setRecent(const QStringList& objectNames);
  void noteRun(const QAction* action);

  // Why an action cannot be run now; shown in the palette. "" where there is nothing to say.
  static void setDisabledReason(QAction* action, const QString& reason);
  static QString disabledReason(const QAction* action);

 Q_SIGNALS:
  void changed();
  void recentChanged();

 private:
  QList<RegisteredAction> m_actions;
  QStringList m_recent;
};

}  // namespace kw

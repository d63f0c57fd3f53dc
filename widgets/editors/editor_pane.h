// SPDX-License-Identifier: GPL-3.0-or-later
// An editor with its find bar and the actions that go with it; a line of words in its place while
// there is nothing to show.
#pragma once

#include <QAction>
#include <QWidget>

class QLabel;
class QStackedWidget;

namespace kw {

class CodeEditor;
class FindBar;

class EditorPane : public QWidget {
  Q_OBJECT

 public:
  // `prefix` begins the actions' object names: "template" gives "template.find". Shortcuts reach
  // the children of `scope`, which holds the pane.
  EditorPane(const QString& prefix, const QString& accessibleName, QWidget* scope);

  CodeEditor& editor() { return *m_editor; }
  const CodeEditor& editor() const { return *m_editor; }
  FindBar& findBar() { return *m_find; }
  void showEmpty(const QString& words);
  void showEditor();
  bool isEmpty() const;

  const QList<QAction*>& actions() const { return m_actions; }
  QAction* addAction(const QString& name, const QString& text, const QList<QKeySequence>& keys);

 private:
  QString m_prefix;
  QWidget* m_scope = nullptr;
  QStackedWidget* m_pages = nullptr;
  CodeEditor* m_editor = nullptr;
  FindBar* m_find = nullptr;
  QLabel* m_words = nullptr;
  QList<QAction*> m_actions;
};

}  // namespace kw

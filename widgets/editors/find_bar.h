// SPDX-License-Identifier: GPL-3.0-or-later
// Finds text in an editor, and goes to a line of it.
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolButton;

namespace kw {

class CodeEditor;

class FindBar : public QWidget {
  Q_OBJECT

 public:
  explicit FindBar(CodeEditor& editor, QWidget* parent = nullptr);

  void openFind();  // with what is selected in the editor
  void openGoToLine();
  void findNext() { find(true); }
  void findPrevious() { find(false); }

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* makeFindRow();
  QWidget* makeLineRow();
  QToolButton* addButton(QWidget* row, const QString& text, const QString& name, bool checkable);
  void find(bool forward);
  void selectionStart(int& line, int& column) const;
  void findAsTyped();
  void say(bool found);
  void goToLine();
  void close();

  CodeEditor& m_editor;
  QStackedWidget* m_rows = nullptr;
  QLineEdit* m_text = nullptr;
  QLineEdit* m_line = nullptr;
  QToolButton* m_case = nullptr;
  QToolButton* m_regex = nullptr;
  QLabel* m_outcome = nullptr;
};

}  // namespace kw

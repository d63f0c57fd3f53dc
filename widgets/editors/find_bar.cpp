// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/find_bar.h"

#include <QHBoxLayout>
#include <QIntValidator>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>

#include "model/formats/wording.h"
#include "widgets/editors/code_editor.h"
#include "widgets/theme/tokens.h"

namespace kw {

namespace {

QHBoxLayout* rowLayout(QWidget* row) {
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  layout->setSpacing(spacing::within);
  return layout;
}

}  // namespace

FindBar::FindBar(CodeEditor& editor, QWidget* parent) : QWidget(parent), m_editor(editor) {
  setObjectName(QStringLiteral("findBar"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  m_rows = new QStackedWidget(this);
  m_rows->addWidget(makeFindRow());
  m_rows->addWidget(makeLineRow());
  layout->addWidget(m_rows);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  hide();
}

QToolButton* FindBar::addButton(QWidget* row, const QString& text, const QString& name,
                                bool checkable) {
  auto* button = new QToolButton(row);
  button->setText(text);
  button->setToolTip(name);
  button->setAccessibleName(name);
  button->setCheckable(checkable);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setAutoRaise(true);
  row->layout()->addWidget(button);
  return button;
}

QWidget* FindBar::makeFindRow() {
  auto* row = new QWidget(this);
  QHBoxLayout* layout = rowLayout(row);
  m_text = new QLineEdit(row);
  m_text->setPlaceholderText(tr("Find"));
  m_text->setAccessibleName(tr("Text to find"));
  m_text->setClearButtonEnabled(true);
  m_text->setMinimumWidth(0);
  layout->addWidget(m_text, 1);
  m_case = addButton(row, QStringLiteral("Aa"), tr("Match case"), true);
  m_regex = addButton(row, QStringLiteral(".*"), tr("Regular expression"), true);
  QToolButton* previous = addButton(row, QStringLiteral("↑"), tr("Previous match"), false);
  QToolButton* next = addButton(row, QStringLiteral("↓"), tr("Next match"), false);
  m_outcome = new QLabel(row);
  m_outcome->setProperty("role", "secondary");
  layout->addWidget(m_outcome);
  QToolButton* shut = addButton(row, QStringLiteral("×"), tr("Close the find bar"), false);
  connect(m_text, &QLineEdit::textEdited, this, &FindBar::findAsTyped);
  connect(m_case, &QToolButton::toggled, this, &FindBar::findAsTyped);
  connect(m_regex, &QToolButton::toggled, this, &FindBar::findAsTyped);
  connect(previous, &QToolButton::clicked, this, &FindBar::findPrevious);
  connect(next, &QToolButton::clicked, this, &FindBar::findNext);
  connect(shut, &QToolButton::clicked, this, &FindBar::close);
  return row;
}

QWidget* FindBar::makeLineRow() {
  auto* row = new QWidget(this);
  QHBoxLayout* layout = rowLayout(row);
  m_line = new QLineEdit(row);
  m_line->setPlaceholderText(tr("Line"));
  m_line->setAccessibleName(tr("Line to go to"));
  m_line->setValidator(new QIntValidator(1, 10'000'000, m_line));
  layout->addWidget(m_line, 1);
  auto* go = addButton(row, tr("Go"), tr("Go to the line"), false);
  auto* shut = addButton(row, QStringLiteral("×"), tr("Close the line bar"), false);
  connect(go, &QToolButton::clicked, this, &FindBar::goToLine);
  connect(shut, &QToolButton::clicked, this, &FindBar::close);
  return row;
}

void FindBar::openFind() {
  m_rows->setCurrentIndex(0);
  const QString selected = m_editor.selectedText();
  if (!selected.isEmpty() && !selected.contains(u'\n')) m_text->setText(selected);
  show();
  m_text->selectAll();
  m_text->setFocus(Qt::ShortcutFocusReason);
}

void FindBar::openGoToLine() {
  m_rows->setCurrentIndex(1);
  int line = 0, column = 0;
  m_editor.getCursorPosition(&line, &column);
  m_line->setText(QString::number(line + 1));
  show();
  m_line->selectAll();
  m_line->setFocus(Qt::ShortcutFocusReason);
}

// Not by getSelection(), which only knows what was painted.
void FindBar::selectionStart(int& line, int& column) const {
  const long start = m_editor.SendScintilla(QsciScintilla::SCI_GETSELECTIONSTART);
  m_editor.lineIndexFromPosition(static_cast<int>(start), &line, &column);
}

void FindBar::find(bool forward) {
  if (m_text->text().isEmpty()) return openFind();
  int line = -1, column = -1;
  // Backwards, the match that is selected would be found again.
  if (!forward) selectionStart(line, column);
  say(m_editor.findFirst(m_text->text(), m_regex->isChecked(), m_case->isChecked(), false, true,
                         forward, line, column, true, false, true));
}

void FindBar::findAsTyped() {
  if (m_text->text().isEmpty()) return say(true);
  // From where the match begins that is selected now, so that typing on does not skip it.
  int line = 0, column = 0;
  selectionStart(line, column);
  say(m_editor.findFirst(m_text->text(), m_regex->isChecked(), m_case->isChecked(), false, true,
                         true, line, column, true, false, true));
}

void FindBar::say(bool found) {
  QString words;
  if (!m_text->text().isEmpty()) {
    QRegularExpression pattern(
        m_regex->isChecked() ? m_text->text() : QRegularExpression::escape(m_text->text()),
        QRegularExpression::MultilineOption);
    if (!m_case->isChecked())
      pattern.setPatternOptions(pattern.patternOptions() |
                                QRegularExpression::CaseInsensitiveOption);
    if (!pattern.isValid())
      words = tr("no valid expression");
    else if (!found)
      words = tr("no match");
    else
      words = QString::fromStdString(
          countText(static_cast<size_t>(m_editor.text().count(pattern)), "match", "matches"));
  }
  m_outcome->setText(words);
  m_outcome->setProperty("role", found ? "secondary" : "failed");
  m_outcome->style()->unpolish(m_outcome);
  m_outcome->style()->polish(m_outcome);
}

void FindBar::goToLine() {
  if (m_line->text().isEmpty()) return;
  m_editor.goToLine(m_line->text().toInt() - 1);
  close();
}

void FindBar::close() {
  hide();
  m_editor.setFocus(Qt::OtherFocusReason);
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (event->key() == Qt::Key_Escape)
    close();
  else if (enter && m_rows->currentIndex() == 1)
    goToLine();
  else if (enter)
    find(!event->modifiers().testFlag(Qt::ShiftModifier));
  else
    QWidget::keyPressEvent(event);
}

}  // namespace kw

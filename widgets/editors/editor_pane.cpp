// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/editor_pane.h"

#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "widgets/editors/code_editor.h"
#include "widgets/editors/find_bar.h"
#include "widgets/theme/tokens.h"

namespace kw {

EditorPane::EditorPane(const QString& prefix, const QString& accessibleName, QWidget* scope)
    : QWidget(scope), m_prefix(prefix), m_scope(scope) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_pages = new QStackedWidget(this);
  layout->addWidget(m_pages);
  auto* page = new QWidget(m_pages);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_editor = new CodeEditor(page);
  m_editor->setObjectName(prefix + QStringLiteral(".editor"));
  m_editor->setAccessibleName(accessibleName);
  m_find = new FindBar(*m_editor, page);
  column->addWidget(m_editor, 1);
  column->addWidget(m_find);
  m_pages->addWidget(page);
  m_words = new QLabel(m_pages);
  m_words->setProperty("role", "secondary");
  m_words->setWordWrap(true);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setContentsMargins(spacing::panel, spacing::panel, spacing::panel, spacing::panel);
  m_words->setMinimumWidth(0);
  m_pages->addWidget(m_words);
  connect(addAction(QStringLiteral("find"), tr("Find…"), {QKeySequence::Find}), &QAction::triggered,
          m_find, &FindBar::openFind);
  connect(addAction(QStringLiteral("findNext"), tr("Find next"), {Qt::Key_F3}), &QAction::triggered,
          m_find, &FindBar::findNext);
  connect(addAction(QStringLiteral("findPrevious"), tr("Find previous"), {Qt::SHIFT | Qt::Key_F3}),
          &QAction::triggered, m_find, &FindBar::findPrevious);
  connect(addAction(QStringLiteral("goToLine"), tr("Go to line…"), {Qt::CTRL | Qt::Key_G}),
          &QAction::triggered, m_find, &FindBar::openGoToLine);
}

QAction* EditorPane::addAction(const QString& name, const QString& text,
                               const QList<QKeySequence>& keys) {
  auto* action = new QAction(text, m_scope);
  action->setObjectName(m_prefix + u'.' + name);
  action->setShortcuts(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  m_scope->addAction(action);
  m_actions.append(action);
  return action;
}

void EditorPane::showEmpty(const QString& words) {
  m_words->setText(words);
  m_pages->setCurrentIndex(1);
  m_editor->showText(QString());
}

void EditorPane::showEditor() {
  m_pages->setCurrentIndex(0);
}

bool EditorPane::isEmpty() const {
  return m_pages->currentIndex() == 1;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked before a run or edits are left.
#include <QCloseEvent>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <utility>

#include "widgets/messages/message_bar.h"
#include "widgets/window/main_window.h"
#include "widgets/window/window_actions.h"

namespace kw {

namespace {

// With `stay` for Return and Escape: whoever hit a wrong key loses nothing.
QMessageBox* makeQuestion(QWidget* parent, const QString& title, const QString& text,
                          const QString& stay) {
  auto* question =
      new QMessageBox(QMessageBox::Question, title, text, QMessageBox::NoButton, parent);
  question->setAttribute(Qt::WA_DeleteOnClose);
  QPushButton* staying = question->addButton(stay, QMessageBox::RejectRole);
  question->setDefaultButton(staying);
  question->setEscapeButton(staying);
  return question;
}

}  // namespace

void MainWindow::closeEvent(QCloseEvent* event) {
  if (m_content.isRunning()) {
    event->ignore();
    whenRunHasEnded(tr("Stop it and quit"), [this] { close(); });
    return;
  }
  if (editsWouldBeLost()) {
    event->ignore();
    whenEditsAreSafe([this] { close(); });
    return;
  }
  remember();
  event->accept();
}

void MainWindow::whenRunHasEnded(const QString& stopWords, const std::function<void()>& next) {
  if (!m_content.isRunning()) return next();
  const auto stop = [this, next] {
    if (!m_content.isRunning()) return next();  // it ended while the question stood
    m_afterRun = next;
    m_workbench.stop();
    m_messages->showDone(tr("Stopping the run. Everything measured is kept."));
  };
  if (m_content.runState() == RunState::stopping) return stop();
  QMessageBox* question = makeQuestion(
      this, tr("A run is going on"),
      tr("A run is going on. What it has measured is kept, and it can be gone on with later."),
      tr("Let it run"));
  question->setObjectName(QStringLiteral("question.run"));
  connect(question->addButton(stopWords, QMessageBox::DestructiveRole), &QPushButton::clicked, this,
          stop);
  question->open();
}

// Edits live in the session; where there is none yet, or they do not fit together, they would be
// lost.
bool MainWindow::editsWouldBeLost() const {
  // An editor that has the focus still waits for the end of the typing.
  if (const QPointer<QWidget> editor = focusWidget()) {
    editor->clearFocus();
    if (editor && editor->isVisible() && !focusWidget()) editor->setFocus(Qt::OtherFocusReason);
  }
  return m_workbench.editsWouldBeLost() && !m_discard;
}

void MainWindow::whenEditsAreSafe(const std::function<void()>& next) {
  if (!editsWouldBeLost()) return next();
  QMessageBox* question = makeQuestion(
      this, tr("Unsaved edits"),
      tr("Edits of the template or the space are not kept in a session yet."), tr("Cancel"));
  question->setObjectName(QStringLiteral("question.edits"));
  QPushButton* save = question->addButton(tr("Save in a folder…"), QMessageBox::AcceptRole);
  QPushButton* discard = question->addButton(tr("Discard the edits"), QMessageBox::DestructiveRole);
  connect(save, &QPushButton::clicked, this, [this, next] {
    m_afterSaving = next;
    m_actions->saveProblemAs->trigger();
  });
  connect(discard, &QPushButton::clicked, this, [this, next] {
    m_discard = true;
    next();
    m_discard = false;
  });
  question->open();
}

}  // namespace kw

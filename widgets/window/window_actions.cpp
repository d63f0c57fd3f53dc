// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/window_actions.h"

#include "widgets/palette/action_registry.h"

namespace kw {

WindowActions::WindowActions(const Content& content, QObject* parent)
    : QObject(parent), m_content(content) {
  close = make(QStringLiteral("file.close"), tr("&Close and show the start page"),
               QKeySequence(Qt::CTRL | Qt::Key_W));
  saveProblem = make(QStringLiteral("file.saveProblem"), tr("Sa&ve the problem in its folder"),
                     QKeySequence(Qt::CTRL | Qt::Key_S));
  saveProblemAs =
      make(QStringLiteral("file.saveProblemAs"), tr("Save the problem in &another folder…"),
           QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
  writeReport = make(QStringLiteral("file.report"), tr("Write and show the &report…"),
                     QKeySequence(Qt::CTRL | Qt::Key_R));
  exportWinner = make(QStringLiteral("file.export"), tr("&Export the winner…"),
                      QKeySequence(Qt::CTRL | Qt::Key_E));
  providers = make(QStringLiteral("file.providers"), tr("&Language models…"),
                   QKeySequence(Qt::CTRL | Qt::Key_Comma));
  quit = make(QStringLiteral("file.quit"), tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
  quit->setMenuRole(QAction::QuitRole);
  toggleTheme = make(QStringLiteral("view.theme"), tr("Switch between light and &dark"),
                     QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_T));
  largerFont = make(QStringLiteral("view.largerFont"), tr("&Larger text"),
                    QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Plus));
  smallerFont = make(QStringLiteral("view.smallerFont"), tr("&Smaller text"),
                     QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Minus));
  resetFont = make(QStringLiteral("view.resetFont"), tr("Text of the system's si&ze"),
                   QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_0));
  selectBest = make(QStringLiteral("go.best"), tr("Select the &best candidate"),
                    QKeySequence(Qt::ALT | Qt::Key_B));
  selectSource = make(QStringLiteral("go.source"), tr("Select the &source kernel"),
                      QKeySequence(Qt::ALT | Qt::Key_S));
  pinBaseline = make(QStringLiteral("go.pin"), tr("&Compare with the selected candidate"),
                     QKeySequence(Qt::ALT | Qt::Key_P));
  shortcuts =
      make(QStringLiteral("help.shortcuts"), tr("&Keyboard shortcuts"), QKeySequence(Qt::Key_F1));
  about = make(QStringLiteral("help.about"), tr("&About Kernelwright"));
  about->setMenuRole(QAction::AboutRole);

  connect(&content, &Content::problemChanged, this, &WindowActions::refresh);
  connect(&content, &Content::candidatesReset, this, &WindowActions::refresh);
  connect(&content, &Content::candidatesAppended, this, &WindowActions::refresh);
  connect(&content, &Content::sessionChanged, this, &WindowActions::refresh);
  refresh();
}

QAction* WindowActions::make(const QString& name, const QString& text, const QKeySequence& keys) {
  auto* action = new QAction(text, this);
  action->setObjectName(name);
  action->setShortcut(keys);
  return action;
}

void WindowActions::refresh() {
  const bool open = m_content.isOpen();
  const bool hasSession = open && !m_content.session().path.isEmpty();
  const auto enable = [](QAction* action, bool enabled, const QString& otherwise) {
    action->setEnabled(enabled);
    ActionRegistry::setDisabledReason(action, enabled ? QString() : otherwise);
  };
  const QString nothing = tr("nothing is open");
  enable(close, open, nothing);
  enable(saveProblem, open, nothing);
  enable(saveProblemAs, open, nothing);
  enable(writeReport, hasSession && !m_content.candidates().empty(),
         tr("nothing was measured yet"));
  const bool hasWinner = m_content.winner().has_value();
  enable(exportWinner, hasSession && hasWinner, tr("no candidate was verified yet"));
  enable(selectBest, hasWinner, tr("no candidate was verified yet"));
  enable(selectSource, m_content.candidates().source().has_value(),
         tr("the source was not timed yet"));
  enable(pinBaseline, !m_content.candidates().empty(), tr("there are no candidates yet"));
}

void WindowActions::registerIn(ActionRegistry& registry) const {
  registry.add({close, saveProblem, saveProblemAs, writeReport, exportWinner, providers, quit},
               tr("File"));
  registry.add(viewActions(), tr("View"));
  registry.add({selectBest, selectSource, pinBaseline}, tr("Go"));
  registry.add({shortcuts, about}, tr("Help"));
}

QMenu* WindowActions::fileMenu(QMenuBar* bar) const {
  QMenu* menu = bar->addMenu(tr("&File"));
  menu->addAction(close);
  menu->addSeparator();
  menu->addActions({saveProblem, saveProblemAs});
  menu->addSeparator();
  menu->addActions({writeReport, exportWinner});
  menu->addSeparator();
  menu->addAction(providers);
  menu->addSeparator();
  menu->addAction(quit);
  return menu;
}

QMenu* WindowActions::goMenu(QMenuBar* bar) const {
  QMenu* menu = bar->addMenu(tr("&Go"));
  menu->addActions({selectBest, selectSource, pinBaseline});
  return menu;
}

QMenu* WindowActions::helpMenu(QMenuBar* bar) const {
  QMenu* menu = bar->addMenu(tr("&Help"));
  menu->addActions({shortcuts, about});
  return menu;
}

}  // namespace kw

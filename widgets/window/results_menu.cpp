// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/results_menu.h"

namespace kw {

ResultsMenu::ResultsMenu(const Content& content, QWidget* parent)
    : QMenu(tr("&Results of"), parent), m_content(content) {
  setObjectName(QStringLiteral("go.results"));
  connect(&content, &Content::sessionChanged, this, &ResultsMenu::refresh);
  connect(&content, &Content::runStateChanged, this, &ResultsMenu::refresh);
  refresh();
}

void ResultsMenu::refresh() {
  clear();
  const SessionState& session = m_content.session();
  // With a single place there is no choice; a run shows its own.
  menuAction()->setEnabled(session.places.size() > 1 && !m_content.isRunning());
  delete m_group;
  m_group = new QActionGroup(this);
  for (int place = 0; place < session.places.size(); ++place) {
    // An ampersand would mark a letter.
    QAction* action =
        addAction(QString(session.places[place]).replace(QLatin1Char('&'), QStringLiteral("&&")));
    action->setCheckable(true);
    action->setChecked(place == session.shownPlace);
    m_group->addAction(action);
    connect(action, &QAction::triggered, this, [this, place] { Q_EMIT placeWanted(place); });
  }
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profile_action/profile_action.h"

#include "widgets/palette/action_registry.h"

namespace kw {

namespace {

// In the list; none where nothing is selected and nothing was verified yet.
std::optional<view::CandidateId> listed(const Content& content, const Selection& selection) {
  const std::optional<view::CandidateId> current = selection.current();
  if (current && *current < content.candidates().size()) return current;
  return content.winner();
}

}  // namespace

ProfileAction::ProfileAction(Content& content, const Selection& selection, QObject* parent)
    : QAction(tr("Profile"), parent), m_content(content), m_selection(selection) {
  connect(&content, &Content::problemChanged, this, &ProfileAction::refresh);
  connect(&content, &Content::candidatesReset, this, &ProfileAction::refresh);
  connect(&content, &Content::candidatesAppended, this, &ProfileAction::refresh);
  connect(&content, &Content::winnerChanged, this, &ProfileAction::refresh);
  connect(&content, &Content::sessionChanged, this, &ProfileAction::refresh);
  connect(&content, &Content::runStateChanged, this, &ProfileAction::refresh);
  connect(&selection, &Selection::selectionChanged, this, &ProfileAction::refresh);
  connect(this, &QAction::triggered, this, [this] {
    if (const auto which = candidate()) Q_EMIT m_content.profileWanted(*which);
  });
  refresh();
}

std::optional<Candidate> ProfileAction::candidate() const {
  if (!m_content.isOpen()) return std::nullopt;
  if (const auto id = listed(m_content, m_selection)) return m_content.candidates()[*id].candidate;
  return Candidate{false, m_content.problem()->sourceHash, {}};
}

QString ProfileAction::whyNot() const {
  if (!m_content.isOpen()) return tr("No problem is open.");
  if (m_content.isRunning()) return tr("A run is going on.");
  if (m_content.problem()->problem.recorded)
    return tr("What comes from another tuner has no kernel to profile.");
  if (m_content.session().readOnly)
    return m_content.session().readOnlyWhy.isEmpty() ? tr("The session can only be read.")
                                                     : m_content.session().readOnlyWhy;
  const auto id = listed(m_content, m_selection);
  if (id && !m_content.candidates()[*id].verified())
    return tr("The selected candidate is not verified: its profile would say nothing.");
  return {};
}

void ProfileAction::refresh() {
  const QString reason = whyNot();
  setEnabled(reason.isEmpty());
  ActionRegistry::setDisabledReason(this, reason);
  const auto which = candidate();
  setToolTip(!reason.isEmpty() ? reason
             : which           ? tr("Profile %1: what bounds it, by counters or by the model")
                           .arg(QString::fromStdString(which->label()))
                     : QString());
}

}  // namespace kw

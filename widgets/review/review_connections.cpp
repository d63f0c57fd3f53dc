// SPDX-License-Identifier: GPL-3.0-or-later
// What each action does, and what the parts of the panel tell each other.
#include <QAction>
#include <QLabel>
#include <utility>

#include "widgets/review/hunk_list.h"
#include "widgets/review/proposal_diff.h"
#include "widgets/review/proposal_reasons.h"
#include "widgets/review/propose_form.h"
#include "widgets/review/review_panel.h"
#include "widgets/review/round_timeline.h"

namespace kw {

void ReviewPanel::connectActions() {
  const auto on = [this](QAction* action, auto slot) {
    connect(action, &QAction::triggered, this, slot);
  };
  connectChanges();
  on(m_do.ask, [this] {
    m_form->setFrom(std::nullopt, {});
    beginAsking();
  });
  on(m_do.begin, [this] { m_form->submit(); });
  on(m_do.stop, [this] { Q_EMIT stopWanted(); });
  on(m_do.accept, [this] { accept(); });
  on(m_do.reject, [this] { reject(); });
  on(m_do.edit, [this] { m_diff->beginEditing(m_state.text(m_diff->part())); });
  on(m_do.takeEdit, [this] { m_diff->finishEditing(true); });
  on(m_do.dropEdit, [this] { m_diff->finishEditing(false); });
  on(m_do.prompts, [this] { viewPrompts(); });
  on(m_do.branch, [this] { branch(); });
}

// Those that step through a proposal's changes, and take or leave them.
void ReviewPanel::connectChanges() {
  const auto on = [this](QAction* action, auto slot) {
    connect(action, &QAction::triggered, this, slot);
  };
  on(m_do.next, [this] { m_diff->step(true); });
  on(m_do.previous, [this] { m_diff->step(false); });
  on(m_do.toggle, [this] {
    const int hunk = m_diff->currentHunk();
    if (hunk >= 0)
      change([&](view::ReviewState& state) {
        state.toggle(m_diff->part(), static_cast<size_t>(hunk));
      });
  });
  on(m_do.takeAll,
     [this] { change([&](view::ReviewState& state) { state.takeAll(m_diff->part(), true); }); });
  on(m_do.leaveAll,
     [this] { change([&](view::ReviewState& state) { state.takeAll(m_diff->part(), false); }); });
  on(m_do.part, [this] {
    m_diff->setPart(m_diff->part() == view::ReviewPart::kernel ? view::ReviewPart::space
                                                               : view::ReviewPart::kernel);
  });
  on(m_do.undo, [this] { change([](view::ReviewState& state) { state.undo(); }); });
  on(m_do.redo, [this] { change([](view::ReviewState& state) { state.redo(); }); });
}

void ReviewPanel::connectParts() {
  connect(&m_content, &Content::roundsChanged, this, &ReviewPanel::showRounds);
  connect(&m_content, &Content::problemChanged, this, &ReviewPanel::showRounds);
  connect(&m_content, &Content::runStateChanged, this, &ReviewPanel::enableActions);
  connect(&m_content, &Content::sessionChanged, this, &ReviewPanel::enableActions);
  connect(&m_content, &Content::sessionChanged, this, [this] {
    if (m_content.session().path != m_endedOf) m_ended->hide();
  });
  connect(m_form, &ProposeForm::asked, this, &ReviewPanel::proposeWanted);
  connect(m_timeline, &RoundTimeline::roundChosen, this, &ReviewPanel::showRound);
  connect(m_reasons, &ProposalReasons::metricWanted, this, &ReviewPanel::metricWanted);
  connect(m_hunks, &HunkList::chosen, m_diff, &ProposalDiff::goToHunk);
  connect(m_hunks, &HunkList::toggled, this, [this](int hunk) {
    change(
        [&](view::ReviewState& state) { state.toggle(m_diff->part(), static_cast<size_t>(hunk)); });
  });
  connect(m_diff, &ProposalDiff::currentHunkChanged, m_hunks, &HunkList::setCurrent);
  connect(m_diff, &ProposalDiff::partChanged, this, &ReviewPanel::refreshState);
  connect(m_diff, &ProposalDiff::editingChanged, this, &ReviewPanel::enableActions);
  // A large text takes a while to be compared.
  connect(m_diff, &ProposalDiff::edited, this,
          [this](view::ReviewPart part, const std::string& text) {
            m_hasState = false;  // nothing is to be accepted meanwhile
            m_job.start(
                [state = m_state, part, text](const std::stop_token&) mutable {
                  state.edit(part, text);
                  return std::move(state);
                },
                [this](view::ReviewState state) {
                  m_state = std::move(state);
                  m_hasState = true;
                  refreshState();
                });
            enableActions();
          });
}

}  // namespace kw

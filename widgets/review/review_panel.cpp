// SPDX-License-Identifier: GPL-3.0-or-later
// Which round is shown, and what can be done with it.
#include "widgets/review/review_panel.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <algorithm>
#include <functional>
#include <utility>

#include "view/review/round_rows.h"
#include "widgets/editors/code_editor.h"
#include "widgets/palette/action_registry.h"
#include "widgets/review/hunk_list.h"
#include "widgets/review/prompt_dialog.h"
#include "widgets/review/proposal_diff.h"
#include "widgets/review/proposal_reasons.h"
#include "widgets/review/propose_form.h"
#include "widgets/review/reply_stream.h"
#include "widgets/review/round_timeline.h"

namespace kw {

namespace {

void enable(QAction* action, const QString& whyNot) {
  action->setEnabled(whyNot.isEmpty());
  ActionRegistry::setDisabledReason(action, whyNot);
}

QString promptsText(const Round& round) {
  QString text;
  int number = 0;
  for (const ProposalCall& call : round.calls)
    text += ReviewPanel::tr("CALL %1: %2\n\n--- PROMPT\n%3\n--- REPLY\n%4\n\n")
                .arg(++number)
                .arg(QString::fromStdString(view::callSummary(call)),
                     QString::fromStdString(call.prompt), QString::fromStdString(call.reply));
  return text;
}

}  // namespace

ReviewPanel::ReviewPanel(Content& content, AgentDriver& agent, QWidget* parent)
    : QWidget(parent), m_content(content), m_agent(agent) {
  setObjectName(QStringLiteral("reviewPanel"));
  makeActions();
  layOut();
  connectActions();
  connectParts();
  connectAgent();
  showRounds();
}

ReviewPanel::~ReviewPanel() = default;

QString ReviewPanel::whyNotAsk() const {
  if (!m_content.isOpen()) return tr("Open a problem or a session to ask a model about it.");
  if (m_content.problem()->problem.recorded)
    return tr("What comes from another tuner has no kernel that a model could rewrite.");
  if (m_content.session().readOnly)
    return tr("This session can only be read: %1").arg(m_content.session().readOnlyWhy);
  if (m_content.isRunning()) return tr("A run is going on.");
  return {};
}

bool ReviewPanel::mayChange() const {
  return m_waiting && m_hasState && m_shown == m_waiting->round.id && !m_diff->isEditing();
}

void ReviewPanel::enableActions() {
  const QString whyNot = whyNotAsk();
  const QString nothing = tr("no proposal waits for a review");
  const bool isRound = m_pages->currentIndex() == roundPage;
  const bool editing = m_diff->isEditing();
  const bool mine = mayChange() && isRound;
  const QString whyNotChange = mine      ? QString()
                               : editing ? tr("take or drop the edit first")
                                         : nothing;
  m_form->showReason(m_agent.busy() ? QString() : whyNot);
  m_form->setEnabled(whyNot.isEmpty());
  enable(m_do.ask, m_agent.busy() ? tr("a model is being asked") : QString());
  enable(m_do.begin, whyNot);
  enable(m_do.stop, m_agent.busy() ? QString() : tr("no model is being asked"));
  enable(m_do.accept, mine && m_state.takesNothing()
                          ? tr("nothing of it is taken: reject it instead")
                          : whyNotChange);
  for (QAction* action : {m_do.reject, m_do.edit, m_do.toggle, m_do.takeAll, m_do.leaveAll})
    enable(action, whyNotChange);
  enable(m_do.takeEdit, editing ? QString() : tr("nothing is being edited"));
  enable(m_do.dropEdit, editing ? QString() : tr("nothing is being edited"));
  const bool hasTexts = isRound && m_hasState && !editing;
  for (QAction* action : {m_do.next, m_do.previous})
    enable(action, hasTexts && !m_state.hunks(m_diff->part()).empty() ? QString()
                                                                      : tr("nothing differs here"));
  enable(m_do.part, hasTexts ? QString() : tr("no proposal is shown"));
  enable(m_do.undo, mine && m_state.canUndo() ? QString() : tr("nothing was changed"));
  enable(m_do.redo, mine && m_state.canRedo() ? QString() : tr("nothing was undone"));
  const Round* shown = isRound ? round(m_shown) : nullptr;
  enable(m_do.prompts, shown && !shown->calls.empty() ? QString() : tr("no round is shown"));
  enable(m_do.branch, !shown ? tr("no round is shown") : whyNot);
  m_decision->setVisible(mine);
}

void ReviewPanel::showPage(Page page) {
  m_pages->setCurrentIndex(page);
  enableActions();
}

const Round* ReviewPanel::round(int64_t id) const {
  const auto& rounds = m_content.rounds();
  const auto found =
      std::find_if(rounds.begin(), rounds.end(), [id](const Round& one) { return one.id == id; });
  return found == rounds.end() ? nullptr : &*found;
}

// The last one is shown where there was none, or where another session was opened.
void ReviewPanel::showRounds() {
  const auto& rounds = m_content.rounds();
  m_timeline->setVisible(!rounds.empty());
  {
    const QSignalBlocker quiet(m_timeline);
    m_timeline->setRounds(rounds);
  }
  if (m_agent.busy()) {
    if (const Round* shown = round(m_shown)) m_reasons->showRound(*shown);
    return enableActions();
  }
  if (rounds.empty()) return showNothing();
  const Round* shown = round(m_shown);
  if (!shown || m_problem != m_content.problem()) {
    m_shown = 0;
    m_timeline->choose(rounds.back().id);
    return showRound(rounds.back().id);
  }
  m_reasons->showRound(*shown);
  enableActions();
}

void ReviewPanel::showNothing() {
  m_shown = 0;
  m_hasState = false;
  m_problem = m_content.problem();
  showPage(formPage);
}

void ReviewPanel::showRound(int64_t id) {
  const Round* chosen = round(id);
  if (!chosen || !m_content.problem()) return;
  if (m_shown == id && m_pages->currentIndex() == roundPage && m_problem == m_content.problem())
    return;
  // What was made of the one that waits is kept while others are looked at.
  if (m_waiting && m_hasState && m_shown == m_waiting->round.id) {
    m_diff->finishEditing(false);
    m_kept = m_state;
    m_keptFor = m_shown;
  }
  m_shown = id;
  m_problem = m_content.problem();
  m_hasState = false;
  m_reasons->showRound(*chosen);
  m_fault->hide();
  m_changes->parentWidget()->setVisible(chosen->proposal.has_value());
  if (m_waiting && m_waiting->round.id == id) {
    showWaiting();
  } else if (m_agent.busy() && chosen->ending == RoundEnding::open) {
    return showPage(streamPage);
  } else if (chosen->proposal) {
    const view::RoundBefore before =
        view::beforeOf(*chosen, m_content.rounds(), *m_content.problem());
    showProposal(*chosen, before.texts, view::textsOf(*chosen->proposal, *m_content.problem()),
                 QString::fromStdString(before.name));
  } else {
    m_diff->showWords(
        tr("This round has no proposal: no reply of it could be used. Its prompts "
           "and replies can be viewed."));
    m_hunks->clear();
  }
  showHeading();
  showPage(roundPage);
}

void ReviewPanel::showProposal(const Round& shown, const view::ReviewTexts& before,
                               const view::ReviewTexts& proposed, const QString& beforeName) {
  m_diff->setHeadings(beforeName,
                      shown.decision == ReviewDecision::edited ? tr("As edited") : tr("Proposed"));
  m_job.start([before, proposed, proposal = *shown.proposal](
                  const std::stop_token&) { return view::ReviewState(before, proposed, proposal); },
              [this, id = shown.id](view::ReviewState state) {
                if (id != m_shown) return;
                m_state = std::move(state);
                m_hasState = true;
                refreshState();
              });
}

void ReviewPanel::showHeading() {
  const bool waits = m_waiting && m_shown == m_waiting->round.id;
  const Round* shown = round(m_shown);
  if (!shown) return m_heading->clear();
  const QString name = tr("Round %1").arg(shown->number);
  m_heading->setText(waits
                         ? tr("%1 waits for you: nothing of it was compiled or run yet.").arg(name)
                         : QString::fromStdString(view::roundSummary(*shown)).section(u'\n', 0, 0));
}

void ReviewPanel::refreshState() {
  if (!m_hasState) return enableActions();
  m_diff->showState(m_state);
  m_hunks->showPart(m_state, m_diff->part(), mayChange());
  m_hunks->setCurrent(m_diff->currentHunk());
  m_changes->setText(mayChange() ? tr("Changes (Space takes or leaves one)") : tr("Changes"));
  enableActions();
}

void ReviewPanel::change(const std::function<void(view::ReviewState&)>& step) {
  if (!mayChange()) return;
  step(m_state);
  refreshState();
}

void ReviewPanel::viewPrompts() {
  const Round* shown = round(m_shown);
  if (!shown) return;
  auto* dialog = PromptDialog::record(tr("Prompts and replies of round %1").arg(shown->number),
                                      tr("As they were sent and came back, to the letter."),
                                      promptsText(*shown), this);
  dialog->open();
}

void ReviewPanel::branch() {
  const Round* shown = round(m_shown);
  if (!shown) return;
  m_form->setFrom(shown->id, tr("round %1").arg(shown->number));
  beginAsking();
}

void ReviewPanel::beginAsking() {
  m_shown = 0;
  {
    const QSignalBlocker quiet(m_timeline);
    m_timeline->setCurrentIndex({});
  }
  showPage(formPage);
  Q_EMIT attentionWanted();
  m_form->setFocus(Qt::OtherFocusReason);
}

QVariantMap ReviewPanel::saveState() const {
  return m_form->saveState();
}

void ReviewPanel::restoreState(const QVariantMap& state) {
  m_form->restoreState(state);
}

bool ReviewPanel::settled() const {
  return !m_job.running() && m_diff->settled() && m_form->settled();
}

}  // namespace kw

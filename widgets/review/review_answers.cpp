// SPDX-License-Identifier: GPL-3.0-or-later
// What the agent asks, and what is answered.
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <utility>

#include "widgets/review/prompt_dialog.h"
#include "widgets/review/proposal_diff.h"
#include "widgets/review/proposal_reasons.h"
#include "widgets/review/propose_form.h"
#include "widgets/review/reply_stream.h"
#include "widgets/review/review_panel.h"
#include "widgets/review/round_timeline.h"

namespace kw {

void ReviewPanel::connectAgent() {
  connect(&m_agent, &AgentDriver::begun, this, [this] {
    m_stream->begin();
    m_spent.clear();
    m_ended->hide();
    m_shown = 0;
    showPage(streamPage);
  });
  connect(&m_agent, &AgentDriver::noted, m_stream, &ReplyStream::showDoing);
  connect(&m_agent, &AgentDriver::spent, this, [this](const QString& text) {
    m_spent = text;
    m_stream->showSpent(text);
  });
  connect(&m_agent, &AgentDriver::replyBegins, m_stream, &ReplyStream::beginReply);
  connect(&m_agent, &AgentDriver::replyGrew, m_stream, &ReplyStream::grow);
  connect(&m_agent, &AgentDriver::replyWaits, m_stream, &ReplyStream::showDoing);
  connect(&m_agent, &AgentDriver::outgoing, this, &ReviewPanel::askWhetherToSend);
  connect(&m_agent, &AgentDriver::pasteWanted, this, &ReviewPanel::askForReply);
  connect(&m_agent, &AgentDriver::reviewWanted, this, &ReviewPanel::takeProposal);
  connect(&m_agent, &AgentDriver::finished, this, &ReviewPanel::endRun);
  connect(m_note, &QLineEdit::returnPressed, this, &ReviewPanel::sendRejection);
}

void ReviewPanel::askWhetherToSend(const QString& where, const QString& prompt) {
  closeDialog();
  const AgentRequest asked = m_form->request();
  m_dialog = PromptDialog::outgoing(
      where, prompt, asked.showsEachPrompt,
      asked.isUnattended
          ? tr("What comes back is compiled and run without asking you, as you chose.")
          : QString(),
      this);
  connect(m_dialog, &QDialog::finished, this, [this, dialog = m_dialog.data()](int result) {
    m_agent.answerOutgoing(result == QDialog::Accepted, dialog->showsEach());
  });
  Q_EMIT attentionWanted();
  m_dialog->open();
}

void ReviewPanel::askForReply(const QString& prompt) {
  closeDialog();
  m_dialog = PromptDialog::paste(prompt, this);
  connect(m_dialog, &QDialog::finished, this, [this, dialog = m_dialog.data()](int result) {
    if (result == QDialog::Accepted)
      m_agent.answerPaste(dialog->reply().toStdString());
    else
      m_agent.answerPaste(std::nullopt);
  });
  Q_EMIT attentionWanted();
  m_dialog->open();
}

// Where a stop has overtaken a question, its answer is nobody's.
void ReviewPanel::closeDialog() {
  if (!m_dialog) return;
  m_dialog->disconnect(this);
  m_dialog->close();
  m_dialog.clear();
}

// As it was left, where it was looked at before.
void ReviewPanel::showWaiting() {
  const QString before =
      m_waiting->before.problem.templateText.empty() ? tr("Source") : tr("Template as it is");
  m_fault->setText(
      tr("What you made of it cannot be used: %1").arg(QString::fromStdString(m_waiting->fault)));
  m_fault->setVisible(!m_waiting->fault.empty());
  if (m_keptFor != m_waiting->round.id || !m_kept)
    return showProposal(m_waiting->round, view::textsOf(m_waiting->before),
                        view::textsOf(*m_waiting->round.proposal, m_waiting->before), before);
  m_diff->setHeadings(before, tr("Proposed"));
  m_state = *std::exchange(m_kept, std::nullopt);
  m_hasState = true;
  refreshState();
}

void ReviewPanel::takeProposal(const std::shared_ptr<const WaitingProposal>& waiting) {
  m_waiting = waiting;
  if (waiting->fault.empty()) m_kept.reset();
  m_note->clear();
  m_hasState = false;
  m_shown = waiting->round.id;
  m_problem = m_content.problem();
  {
    const QSignalBlocker quiet(m_timeline);
    m_timeline->choose(m_shown);
  }
  m_reasons->showRound(waiting->round);
  showWaiting();
  showHeading();
  showPage(roundPage);
  Q_EMIT attentionWanted();
  m_diff->setFocus(Qt::OtherFocusReason);
}

void ReviewPanel::accept() {
  if (!mayChange()) return;
  ReviewAnswer answered;
  answered.decision = m_state.decision();
  answered.note = m_note->text().trimmed().toStdString();
  if (answered.decision == ReviewDecision::edited) answered.edited = m_state.proposal();
  answer(std::move(answered));
}

// The first time, the keys go to the note; a second time, or Return there, rejects.
void ReviewPanel::reject() {
  if (!mayChange()) return;
  if (!m_note->hasFocus()) {
    m_note->setPlaceholderText(tr("Why not? Goes into the next prompt; Return rejects"));
    m_note->setFocus(Qt::ShortcutFocusReason);
    return;
  }
  sendRejection();
}

void ReviewPanel::sendRejection() {
  if (!mayChange()) return;
  ReviewAnswer answered;
  answered.decision = ReviewDecision::rejected;
  answered.note = m_note->text().trimmed().toStdString();
  answer(std::move(answered));
}

void ReviewPanel::answer(ReviewAnswer answered) {
  m_kept = m_state;
  m_keptFor = m_waiting->round.id;
  m_waiting.reset();
  m_hasState = false;
  m_shown = 0;
  m_note->setPlaceholderText(tr("Note for the next prompt"));
  m_stream->showDoing(answered.decision == ReviewDecision::rejected
                          ? tr("Rejected; going on")
                          : tr("Accepted; compiling and searching it"));
  m_agent.answerReview(std::move(answered));
  showPage(streamPage);
  m_stream->setFocus(Qt::OtherFocusReason);
}

// Why it ended, and what it cost.
void ReviewPanel::showEnding(const AgentDriver::Outcome& outcome) {
  const Result<AgentSummary>& summary = *outcome;
  const bool isStopped = !summary && summary.error().kind == ErrorKind::cancelled;
  const std::string why = summary     ? summary->ended
                          : isStopped ? std::string("stopped before anything was asked")
                                      : summary.error().text();
  QString text = tr("Ended: %1.").arg(QString::fromStdString(why));
  if (!m_spent.isEmpty()) text += tr(" Spent: %1.").arg(m_spent);
  m_ended->setText(text);
  m_ended->setVisible(m_content.isOpen());
  m_endedOf = m_content.session().path;
}

void ReviewPanel::endRun(const AgentDriver::Outcome& outcome) {
  closeDialog();
  m_waiting.reset();
  m_kept.reset();
  m_diff->finishEditing(false);
  m_stream->end();
  m_shown = 0;
  m_problem.reset();  // the last round is shown
  showEnding(outcome);
  showRounds();
  if (*outcome || outcome->error().kind != ErrorKind::badInput) return;
  beginAsking();  // with what is to be mended in sight
  m_form->showFault(QString::fromStdString(outcome->error().text()));
}

}  // namespace kw

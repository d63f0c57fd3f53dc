// SPDX-License-Identifier: GPL-3.0-or-later
// A language model's proposals, step by step: asking, the reply as it comes, the review, and what
// became of each round.
#pragma once

#include <QPointer>
#include <QVariantMap>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "view/review/review_state.h"
#include "widgets/agent/agent_driver.h"
#include "widgets/content/content.h"
#include "widgets/jobs/job.h"

class QAction;
class QLabel;
class QLineEdit;
class QStackedWidget;

namespace kw {

class HunkList;
class PromptDialog;
class ProposalDiff;
class ProposalReasons;
class ProposeForm;
class ReplyStream;
class RoundTimeline;

class ReviewPanel : public QWidget {
  Q_OBJECT

 public:
  // Both outlive it.
  ReviewPanel(Content& content, AgentDriver& agent, QWidget* parent = nullptr);
  ~ReviewPanel() override;

  QList<QAction*> panelActions() const;
  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);
  bool settled() const;

  ProposeForm& form() const { return *m_form; }
  ProposalDiff& diff() const { return *m_diff; }
  RoundTimeline& timeline() const { return *m_timeline; }
  const view::ReviewState& state() const { return m_state; }

 Q_SIGNALS:
  void proposeWanted(const kw::AgentRequest& request);
  void stopWanted();
  void metricWanted(const QString& id);
  // Something here wants an answer, or was asked for from elsewhere.
  void attentionWanted();

 private:
  enum Page { formPage, streamPage, roundPage };
  struct Actions {
    QAction *ask, *begin, *stop, *accept, *reject, *edit, *takeEdit, *dropEdit, *next, *previous,
        *toggle, *takeAll, *leaveAll, *part, *undo, *redo, *prompts, *branch;
  };
  // review_layout.cpp
  void makeActions();
  QAction* make(const char* name, const QString& text, const QKeySequence& keys = {});
  void layOut();
  QWidget* makeRoundPage();
  QWidget* makeSide();
  // review_connections.cpp
  void connectActions();
  void connectChanges();
  void connectParts();
  // review_panel.cpp
  void enableActions();
  void showPage(Page page);
  void showRounds();
  void showRound(int64_t id);
  void showProposal(const Round& round, const view::ReviewTexts& before,
                    const view::ReviewTexts& proposed, const QString& beforeName);
  void showNothing();
  void refreshState();
  void showHeading();
  void change(const std::function<void(view::ReviewState&)>& step);
  bool mayChange() const;
  const Round* round(int64_t id) const;
  void viewPrompts();
  void branch();
  void beginAsking();
  QString whyNotAsk() const;
  // review_answers.cpp
  void connectAgent();
  void askWhetherToSend(const QString& where, const QString& prompt);
  void askForReply(const QString& prompt);
  void showWaiting();
  void takeProposal(const std::shared_ptr<const WaitingProposal>& waiting);
  void accept();
  void reject();
  void sendRejection();
  void answer(ReviewAnswer answer);
  void closeDialog();
  void endRun(const AgentDriver::Outcome& outcome);
  void showEnding(const AgentDriver::Outcome& outcome);

  Content& m_content;
  AgentDriver& m_agent;
  Actions m_do{};
  QStackedWidget* m_pages = nullptr;
  RoundTimeline* m_timeline = nullptr;
  ProposeForm* m_form = nullptr;
  ReplyStream* m_stream = nullptr;
  ProposalDiff* m_diff = nullptr;
  ProposalReasons* m_reasons = nullptr;
  HunkList* m_hunks = nullptr;
  QLabel *m_heading = nullptr, *m_fault = nullptr, *m_changes = nullptr, *m_ended = nullptr;
  QString m_spent;    // of the run, in words; "" while nothing is known
  QString m_endedOf;  // the session whose run m_ended speaks of
  QWidget* m_decision = nullptr;
  QLineEdit* m_note = nullptr;
  QPointer<PromptDialog> m_dialog;
  Content::ProblemPtr m_problem;  // whose rounds are shown
  int64_t m_shown = 0;            // the round on the page
  view::ReviewState m_state;      // of it
  bool m_hasState = false;
  std::shared_ptr<const WaitingProposal> m_waiting;
  // Of the one that waits, while another is looked at, or while it is found out whether what was
  // made of it can be used.
  std::optional<view::ReviewState> m_kept;
  int64_t m_keptFor = 0;  // this round
  Job m_job;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the agent loop on a thread of its own and puts its questions to the window: whether a prompt
// may go, what was pasted, and what a person says to a proposal. Nothing of a proposal is compiled
// before that was answered.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "client/agent/agent_run.h"
#include "widgets/agent/agent_request.h"
#include "widgets/agent/question.h"
#include "widgets/jobs/worker.h"

namespace kw {

// A proposal that waits for a person.
struct WaitingProposal {
  Round round;
  LoadedProblem before, proposed;
  std::string
      fault;  // of what the person has made of it before; "": it is asked for the first time
};

class AgentDriver : public QObject {
  Q_OBJECT

 public:
  explicit AgentDriver(QObject* parent = nullptr) : QObject(parent) {}
  // Stops what runs, questions too, and waits for it.
  ~AgentDriver() override;

  struct Work {
    std::shared_ptr<const LoadedProblem> problem;
    AgentOptions options;  // but for the provider's name
    language::ProviderChoice provider;
    bool showsEachPrompt = false;
    bool isUnattended = false;  // proposals are taken without review
    // Both are called on the run's thread: makes the device free, and gives the session.
    std::function<void()> prepare;
    std::function<Result<std::shared_ptr<Session>>()> session;
  };
  using Outcome = std::shared_ptr<const Result<AgentSummary>>;  // of all who listen

  // One at a time; finished() follows.
  void start(Work work);
  // At any moment, while it waits for an answer too.
  void stop() { m_stop.request_stop(); }
  bool busy() const { return m_busy; }
  bool isWaitingForReview() const { return m_review.stands(); }

  // Answers to the questions below; nothing where none stands.
  void answerOutgoing(bool mayGo, bool showsEach);
  void answerPaste(std::optional<std::string> reply);  // none: the person gave up
  void answerReview(ReviewAnswer answer);

 Q_SIGNALS:
  void begun();
  void noted(const QString& text);  // what is being done
  void spent(const QString& text);  // so far, in words; before finished() once more
  // Questions.
  void outgoing(const QString& where, const QString& content);
  void pasteWanted(const QString& prompt);
  void reviewWanted(const std::shared_ptr<const kw::WaitingProposal>& proposal);
  // A reply as it comes.
  void replyBegins();
  void replyGrew(const QString& text);
  void replyWaits(const QString& text);  // before another attempt
  void roundChanged(const kw::Round& round);
  void finished(const kw::AgentDriver::Outcome& outcome);

 private:
  class ShownModel;
  Result<AgentSummary> run(const Work& work, std::stop_token stop);
  AgentHooks hooks(const Work& work, const language::Spending& spending, bool isPasted,
                   std::stop_token stop);
  language::Listener listener();
  void tellSpent(const language::Spending& spending);
  language::AskForReply pasting();
  Status mayGo(const language::Outgoing& outgoing, std::stop_token stop);
  Result<ReviewAnswer> review(const Round& round, const LoadedProblem& before,
                              const LoadedProblem& proposed, std::stop_token stop);
  void takeText(std::string_view text);
  void deliverText();
  // Runs it on the window's thread, later.
  template <class Call>
  void tell(Call call) {
    QMetaObject::invokeMethod(this, std::move(call), Qt::QueuedConnection);
  }

  struct MayGo {
    bool mayGo = false, showsEach = false;
  };
  Question<MayGo> m_outgoing;
  Question<std::optional<std::string>> m_paste;
  Question<ReviewAnswer> m_review;
  std::mutex m_textMutex;
  std::string m_text;        // of the reply, not delivered yet
  bool m_showsEach = false;  // on the run's thread
  std::stop_source m_stop;
  bool m_busy = false;
  Worker m_worker;  // last: its tasks use all of the above
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// One tuning run: the source on each device first, where there is one, then what the strategy asks
// for, until the budget is used, the space is exhausted or somebody stops it. On the event loop's
// thread, except where it says otherwise.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "client/engine/dispatcher.h"
#include "client/engine/engine.h"
#include "client/engine/event_hub.h"
#include "client/engine/keys.h"
#include "client/engine/ledger.h"
#include "client/engine/loop_timer.h"
#include "client/engine/mailbox.h"
#include "client/engine/pace.h"
#include "client/engine/plan.h"
#include "client/engine/scoreboard.h"
#include "client/search/asker.h"

namespace kw {

class TuneRun {
 public:
  struct Setup {
    const LoadedProblem& problem;
    std::vector<Evaluator*> evaluators;
    Session* session = nullptr;  // may be null
    process::EventLoop& loop;
    EventHub& events;
    TuneOptions options;
    std::vector<std::string> warnings;  // of the runners
    std::optional<Plan> plan;           // where it was made before
    // Where a source was measured, for people; may be empty where there is one place only.
    std::function<std::string(const Evaluator&)> placeOf;
    // Starts a lost evaluator again and calls back, later, when it is usable or cannot be. May be
    // empty.
    std::function<void(Evaluator&, std::function<void(Status)>)> restart;
    // How long the session may be unwritable (a full disk, say) before the run gives up.
    std::chrono::milliseconds patience{60'000};
  };

  explicit TuneRun(Setup setup);
  ~TuneRun();

  // Runs the loop until the end. As Engine::tune.
  Result<TuneSummary> run(std::stop_token stop);
  void setPaused(bool paused);
  // For an evaluator that was lost while it had nothing to do.
  void evaluatorLost(Evaluator& evaluator, const Error& reason);

 private:
  enum class Phase { sources, searching, ending, over };
  enum class Ending { finished, timeUp, cancelled, failed };

  // The course of the run: tune_run.cpp.
  void begin();
  void beginSearch();
  void pump();
  void pumpLater();
  bool mayAsk() const;
  size_t depth() const;
  void end(Ending ending);
  void endWith(Error error);
  void cancelInFlight();
  void checkOver();
  void setTimeLimit();
  void stopRequested();
  void sessionTrouble(const Error& fault);
  void sessionRecovered();
  void tick();
  void publishProgress();
  void countUnheard(bool saved);
  Result<TuneSummary> conclude();

  // The course of one candidate: work_flow.cpp.
  void submitSources();
  void submitSource(Evaluator& evaluator);
  void submitCandidate(const Asker::Asked& asked);
  void submit(const WorkPtr& work);
  void attemptCommitted(const WorkPtr& work, bool first);
  void reachedPhase(const WorkPtr& work, Evaluator& evaluator, const std::string& phase);
  void evaluatorDone(const WorkPtr& work, Evaluator& evaluator, Result<Evaluation> result);
  void evaluatorFailed(const WorkPtr& work, Evaluator& evaluator, const Error& error);
  bool deviceIsGone(const Work& work) const;
  Error withWayOn(Error error) const;
  void retry(const WorkPtr& work);
  void forgetSource(const WorkPtr& work);
  void giveVerdict(const WorkPtr& work, VerdictKind kind, std::string message);
  void settle(const WorkPtr& work, Evaluation evaluation);
  void finishWork(const WorkPtr& work, const Evaluation& evaluation, bool resumed);
  void learnSource(const std::string& deviceId);
  void finishSource(const Evaluation& evaluation, bool resumed);
  void drop(const WorkPtr& work, const std::string& outcome);
  void restartOrFail(Evaluator& evaluator, const Error& reason);
  void restarted(Evaluator& evaluator, const Status& status);

  Setup m_setup;
  std::unique_ptr<Plan> m_plan;
  std::unique_ptr<KeyMaker> m_keys;  // of the model; a source's key needs its device's
  std::shared_ptr<Mailbox> m_mailbox;
  Ledger m_ledger;
  Scoreboard m_scores;
  Pace m_pace;
  std::unique_ptr<Dispatcher> m_dispatcher;
  std::unique_ptr<Asker> m_asker;
  LoopTimer m_timeLimit;
  LoopTimer m_grace;
  LoopTimer m_trouble;
  LoopTimer m_ticker;

  Phase m_phase = Phase::sources;
  Ending m_ending = Ending::finished;
  std::optional<Error> m_error;
  size_t m_sourcesLeft = 0;
  size_t m_live = 0;  // works between submit() and finishWork() or drop()
  bool m_paused = false;
  bool m_troubled = false;  // the session cannot be written at present
  bool m_pumping = false;
  bool m_pumpPosted = false;
  bool m_progressDue = false;
  std::set<const Evaluator*> m_lost;
  // Measured, and not heard of as committed.
  std::map<WorkPtr, std::shared_ptr<const Evaluation>> m_uncommitted;
  std::set<std::string> m_lookedUp;  // devices of earlier runs whose source was looked for
  int m_restarts = 0;                // since the last verdict
  int m_unjudged = 0;                // candidates given up since then
};

}  // namespace kw

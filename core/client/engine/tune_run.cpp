// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/tune_run.h"

#include <algorithm>
#include <utility>

#include "base/clock/clock.h"
#include "client/search/registry.h"
#include "client/search/relative_to_first.h"

namespace kw {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds progressInterval{100};
// What is in flight when the time is up may still finish within this.
constexpr milliseconds timeUpGrace{3000};
// Asked for in one turn of the loop, so that stopping never waits for a long look-up.
constexpr size_t askedAtOnce = 64;
// Commits to the session may take this long without an evaluator running dry.
constexpr double commitSeconds = 0.2;

}  // namespace

TuneRun::TuneRun(Setup setup)
    : m_setup(std::move(setup)),
      m_mailbox(std::make_shared<Mailbox>(m_setup.loop)),
      m_ledger(m_setup.session, m_setup.loop,
               {.trouble = [this](const Error& fault) { sessionTrouble(fault); },
                .recovered = [this] { sessionRecovered(); },
                .broken = [this](const Error& fault) { endWith(fault); }}),
      m_scores(m_setup.problem.problem),
      m_timeLimit(m_setup.loop),
      m_grace(m_setup.loop),
      m_trouble(m_setup.loop),
      m_ticker(m_setup.loop) {}

TuneRun::~TuneRun() {
  m_setup.events.setWhenRoom({});
  m_mailbox->close();
}

Result<TuneSummary> TuneRun::run(std::stop_token stop) {
  if (!m_setup.plan) {
    KW_ASSIGN(m_setup.plan, planRun(m_setup.problem, m_setup.evaluators, m_setup.options, stop));
  }
  m_plan = std::make_unique<Plan>(*std::move(m_setup.plan));
  if (m_setup.session)
    KW_TRY(consultSession(*m_plan, m_setup.problem, m_setup.evaluators.front()->device(),
                          m_setup.options, *m_setup.session));
  KW_TRY(m_ledger.readEarlierRuns());
  const std::stop_callback onStop(stop, [this] { m_mailbox->post([this] { stopRequested(); }); });
  begin();
  while (m_phase != Phase::over)
    m_setup.loop.runOnce(milliseconds(1000));
  return conclude();
}

void TuneRun::begin() {
  const LoadedProblem& problem = m_setup.problem;
  m_keys = std::make_unique<KeyMaker>(problem, m_setup.evaluators.front()->device(),
                                      m_plan->protocolText);
  m_dispatcher = std::make_unique<Dispatcher>(
      m_setup.evaluators, m_plan->protocol,
      Dispatcher::Handlers{
          [this](const WorkPtr& work, Evaluator& evaluator, const std::string& phase) {
            reachedPhase(work, evaluator, phase);
          },
          [this](const WorkPtr& work, Evaluator& evaluator, Result<Evaluation> result) {
            evaluatorDone(work, evaluator, std::move(result));
          }});
  m_setup.events.setWhenRoom([mailbox = m_mailbox, this] { mailbox->post([this] { pump(); }); });
  // Several runners have the same to say.
  for (const std::string& warning : m_setup.warnings)
    if (std::ranges::find(m_plan->warnings, warning) == m_plan->warnings.end())
      m_plan->warnings.push_back(warning);

  m_ledger.storeProblem(problem);
  RunStarted started;
  for (const Evaluator* evaluator : m_setup.evaluators) {
    started.devices.push_back(evaluator->device());
    m_ledger.storeDevice(evaluator->device());
  }
  m_ledger.beginRun(RunRecord{.strategy = m_plan->strategy,
                              .seed = m_plan->seed,
                              .budget = m_setup.options.budget.text(),
                              .begun = utcNow()});
  started.problem = problem.problem.name;
  started.validConfigurations = m_plan->space.size();
  started.cartesian = m_plan->space.cartesianSize();
  started.resumed = m_plan->known;
  started.budget = m_setup.options.budget;
  started.warnings = m_plan->warnings;
  m_setup.events.publish(started);
  tick();
  setTimeLimit();
  if (m_plan->hasSource) return submitSources();
  beginSearch();
}

void TuneRun::beginSearch() {
  if (m_phase != Phase::sources) return;
  m_phase = Phase::searching;
  m_dispatcher->setOnlyPinned(false);
  pumpLater();
  if (m_asker) return;
  m_pace.searchBegins();
  auto strategy = makeStrategy(m_plan->strategy, m_plan->space, m_plan->seed);
  if (!strategy) return endWith(std::move(strategy).error());
  if (!m_plan->hasSource) strategy = std::make_unique<RelativeToFirst>(std::move(*strategy));
  m_asker = std::make_unique<Asker>(std::move(*strategy), m_setup.options.budget.evaluations);
}

void TuneRun::pump() {
  if (m_pumping) return;
  if (m_phase == Phase::searching) {
    m_pumping = true;
    size_t asked = 0;
    bool waiting = false;
    for (; asked < askedAtOnce && mayAsk() && !waiting; ++asked) {
      const std::optional<Asker::Asked> next = m_asker->next();
      waiting = !next;
      if (next) submitCandidate(*next);
    }
    m_pumping = false;
    if (m_phase == Phase::searching && m_live == 0 && waiting) return end(Ending::finished);
    if (asked == askedAtOnce) pumpLater();
  }
  if (m_phase != Phase::over && !m_paused) m_dispatcher->dispatch();
  checkOver();
}

void TuneRun::pumpLater() {
  if (std::exchange(m_pumpPosted, true)) return;
  m_mailbox->post([this] {
    m_pumpPosted = false;
    pump();
  });
}

bool TuneRun::mayAsk() const {
  return m_phase == Phase::searching && !m_paused && !m_troubled && m_live < depth() &&
         m_setup.events.hasRoom();
}

// Enough that evaluators find the next candidate ready, and that commits under way hold nobody up;
// not more, since what is asked for and not evaluated is given back when the run ends.
size_t TuneRun::depth() const {
  const size_t committing = static_cast<size_t>(m_pace.rate(m_scores.fresh()) * commitSeconds);
  return std::max<size_t>(1, 2 * m_dispatcher->appetite()) + committing;
}

void TuneRun::end(Ending ending) {
  if (m_phase == Phase::over) return;
  if (m_phase == Phase::ending) {
    // Only from letting things finish to not doing so.
    if (m_ending == Ending::timeUp && ending != Ending::timeUp) {
      m_ending = ending;
      cancelInFlight();
    }
    return;
  }
  m_phase = Phase::ending;
  m_ending = ending;
  for (const WorkPtr& work : m_dispatcher->takeWaiting())
    drop(work, "cancelled");
  if (ending == Ending::timeUp) {
    m_grace.start(timeUpGrace, [this] { cancelInFlight(); });
  } else {
    cancelInFlight();
  }
  checkOver();
}

void TuneRun::endWith(Error error) {
  if (!m_error) m_error = std::move(error);
  end(Ending::failed);
}

void TuneRun::cancelInFlight() {
  m_dispatcher->cancelInFlight();
  m_grace.start(cancelLimit, [this] { m_phase = Phase::over; });
}

void TuneRun::checkOver() {
  if (m_phase != Phase::ending) return;
  // Commits that do not succeed now are tried again when the session is closed.
  const bool settled =
      m_troubled || m_ledger.isBroken() ? m_dispatcher->inFlight() == 0 : m_live == 0;
  if (settled) m_phase = Phase::over;
}

void TuneRun::setPaused(bool paused) {
  if (paused == m_paused) return;
  m_paused = paused;
  m_pace.setPaused(paused);
  setTimeLimit();
  pumpLater();
}

void TuneRun::setTimeLimit() {
  const auto& limit = m_setup.options.budget.time;
  if (!limit || m_paused) return m_timeLimit.cancel();
  const auto left = *limit - std::chrono::duration_cast<milliseconds>(m_pace.elapsed());
  m_timeLimit.start(std::max(left, milliseconds(0)), [this] { end(Ending::timeUp); });
}

void TuneRun::stopRequested() {
  end(Ending::cancelled);
}

void TuneRun::sessionTrouble(const Error& fault) {
  m_troubled = true;
  m_setup.events.publish(Notice{"waiting for the session: " + fault.text()});
  m_trouble.start(m_setup.patience, [this, fault] { endWith(fault); });
  checkOver();
}

void TuneRun::sessionRecovered() {
  m_troubled = false;
  m_trouble.cancel();
  m_setup.events.publish(Notice{"the session can be written again"});
  pumpLater();
}

void TuneRun::tick() {
  if (std::exchange(m_progressDue, false)) publishProgress();
  m_ticker.start(progressInterval, [this] { tick(); });
}

void TuneRun::publishProgress() {
  const Budget& budget = m_setup.options.budget;
  Progress progress;
  progress.done = m_scores.done();
  progress.failed = m_scores.failed();
  if (budget.evaluations || !budget.time)
    progress.total =
        std::min(budget.evaluations.value_or(m_plan->space.size()), m_plan->space.size());
  progress.elapsedSeconds = m_pace.elapsed().count();
  progress.leftSeconds =
      m_pace.secondsLeft(progress.done, m_scores.fresh(), {progress.total, budget.time});
  progress.bestMilliseconds = m_scores.bestMilliseconds();
  progress.sourceMilliseconds = m_scores.sourceMilliseconds();
  m_setup.events.publish(progress);
}

// What was measured counts, whether or not the session took it before the end.
void TuneRun::countUnheard(bool saved) {
  for (const bool sources : {true, false}) {
    for (const auto& [work, evaluation] : m_uncommitted) {
      if (work->isSource != sources) continue;
      CandidateDone done{*evaluation};
      if (sources && evaluation->verdict.ok()) m_scores.addSource(*evaluation, false);
      if (!sources) done.newBest = m_scores.add(*evaluation, work->order, false);
      done.done = m_scores.done();
      if (saved) m_setup.events.publish(done);
    }
  }
}

// A run that ends early still says what it measured; only one that measured nothing is a failure
// and no more.
Result<TuneSummary> TuneRun::conclude() {
  m_ticker.cancel();
  m_ledger.endRun(m_error ? "failed" : m_ending == Ending::cancelled ? "cancelled" : "finished");
  const Status flushed = m_ledger.flush();
  countUnheard(flushed.has_value());
  publishProgress();
  m_setup.events.drain();
  TuneSummary summary;
  summary.fault = m_error;
  if (!flushed && !m_error) summary.fault = flushed.error();
  if (!flushed) summary.unsaved = m_uncommitted.size();
  const bool cancelled = m_ending == Ending::cancelled;
  if (summary.fault && !cancelled && !m_scores.hasSource() && m_scores.done() == 0)
    return fail(*summary.fault);
  summary.problem = m_setup.problem.problem.name;
  summary.device = m_setup.evaluators.front()->device();
  summary.protocol = m_plan->protocolText;
  m_scores.summarise(summary);
  summary.cancelled = cancelled;
  summary.exhausted = m_scores.done() == m_plan->space.size();
  summary.wallSeconds = m_pace.elapsed().count();
  summary.warnings = m_plan->warnings;
  return summary;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// How one candidate comes to its verdict: looked up, attempted, evaluated, committed, published.
#include <algorithm>
#include <utility>

#include "base/clock/clock.h"
#include "base/result/message.h"
#include "client/engine/tune_run.h"

namespace kw {
namespace {

// Attempts that earlier runs began on a device and never ended, after which a candidate counts as
// hung.
constexpr int unfinishedAttemptsOfAHang = 2;
// Times that a candidate may take its runner with it.
constexpr int mostLosses = 2;
// Tries without a verdict, whatever the reason.
constexpr int mostFailures = 3;
// Candidates in a row that nobody could judge: then it is the device that is gone, not they.
constexpr int mostUnjudged = 5;
// Starting a runner again and again leads nowhere if nothing is evaluated in between.
constexpr int mostRestarts = 2;

bool isOnDevice(const std::string& phase) {
  return phase.starts_with("verifying") || phase.starts_with("timing");
}

Error sourceFault(const Verdict& verdict) {
  Error error;
  error.message = "the source kernel could not be verified: ";
  error.message += verdict.message.empty() ? std::string(name(verdict.kind)) : verdict.message;
  if (!verdict.detail.empty()) error.message += "\n" + verdict.detail;
  error.advice = verdict.kind == VerdictKind::couldNotJudge
                     ? "nothing is stored of it, so the next run tries again"
                     : "every candidate is compared with it, so it must be right first";
  return error;
}

}  // namespace

void TuneRun::submitSources() {
  std::set<std::string> devices;
  std::vector<Evaluator*> first;  // of each device
  for (Evaluator* evaluator : m_setup.evaluators) {
    // One that was lost before we began is left out, unless there is no other and it must be
    // started again.
    if (!evaluator->usable())
      evaluatorLost(*evaluator, Error{.message = "it was lost before the run"});
    if (!evaluator->usable() && m_dispatcher->anyUsable()) continue;
    if (devices.insert(evaluator->device().uuid).second) first.push_back(evaluator);
  }
  if (m_phase != Phase::sources) return;
  m_sourcesLeft = first.size();
  for (Evaluator* evaluator : first)
    submitSource(*evaluator);
}

void TuneRun::submitSource(Evaluator& evaluator) {
  auto work = std::make_shared<Work>();
  work->isSource = true;
  work->request.scrutiny.deepenBest = true;
  work->pinned = &evaluator;
  work->request.candidate = sourceCandidate(m_setup.problem);
  work->request.key = KeyMaker(m_setup.problem, evaluator.device(), m_plan->protocolText)
                          .keyOf(work->request.candidate);
  submit(work);
}

void TuneRun::submitCandidate(const Asker::Asked& asked) {
  auto work = std::make_shared<Work>();
  work->order = asked.order;
  work->index = asked.index;
  work->request.scrutiny.deepenBest = true;
  work->request.candidate = templateCandidate(m_setup.problem, m_plan->space.at(asked.index));
  work->request.key = m_keys->keyOf(work->request.candidate);
  submit(work);
}

void TuneRun::submit(const WorkPtr& work) {
  ++m_live;
  auto known = m_ledger.find(work->request.key);
  if (!known) {
    --m_live;
    return endWith(std::move(known).error());
  }
  if (*known) return finishWork(work, **known, true);
  const int unfinished = m_ledger.unfinishedBefore(work->request.key);
  // Without the source there is no run at all, and whoever killed the earlier ones may have had
  // other reasons.
  if (!work->isSource && unfinished >= unfinishedAttemptsOfAHang)
    return giveVerdict(work, VerdictKind::hung,
                       "counts as hung without being run: " + std::to_string(unfinished) +
                           " earlier runs ended while it was on the device");
  m_ledger.beginAttempt(work, [this, work] { attemptCommitted(work, false); });
}

void TuneRun::attemptCommitted(const WorkPtr& work, bool first) {
  if (m_phase == Phase::ending || m_phase == Phase::over) return drop(work, "cancelled");
  if (deviceIsGone(*work)) {
    m_ledger.endAttempt(*work, "lost");
    return forgetSource(work);
  }
  if (!work->isSource && m_plan->protocol.precision > 0)
    work->request.rival = m_scores.rivalTimes();
  if (first) {
    m_dispatcher->addFirst(work);
  } else {
    m_dispatcher->add(work);
  }
  if (!m_paused) m_dispatcher->dispatch();
}

void TuneRun::reachedPhase(const WorkPtr& work, Evaluator& evaluator, const std::string& phase) {
  if (isOnDevice(phase) && !std::exchange(work->onDevice, true))
    m_ledger.markStarted(*work, evaluator.device().uuid);
  m_setup.events.publish(CandidateStarted{work->request.candidate, phase});
}

void TuneRun::evaluatorDone(const WorkPtr& work, Evaluator& evaluator, Result<Evaluation> result) {
  const bool ending = m_phase == Phase::ending || m_phase == Phase::over;
  if (!result) {
    if (ending && result.error().kind == ErrorKind::cancelled) return drop(work, "cancelled");
    return evaluatorFailed(work, evaluator, result.error());
  }
  Evaluation evaluation = std::move(*result);
  if (evaluation.deviceId.empty()) evaluation.deviceId = evaluator.device().uuid;
  if (evaluation.deviceModel.empty()) evaluation.deviceModel = evaluator.device().model;
  m_restarts = m_unjudged = 0;
  settle(work, std::move(evaluation));
  if (!m_paused) m_dispatcher->dispatch();
}

void TuneRun::evaluatorFailed(const WorkPtr& work, Evaluator& evaluator, const Error& error) {
  ++work->failures;
  // A runner that answered and lives on was not taken down, whatever its answer was.
  if (work->onDevice && !evaluator.usable()) ++work->losses;
  if (m_phase == Phase::ending || m_phase == Phase::over) return drop(work, "lost");
  m_ledger.endAttempt(*work, "lost");
  if (!evaluator.usable()) evaluatorLost(evaluator, error);
  if (m_phase == Phase::ending) {
    --m_live;
    return checkOver();
  }
  if (work->losses >= mostLosses)
    return giveVerdict(work, work->isSource ? VerdictKind::couldNotJudge : VerdictKind::crashed,
                       "took its runner down twice while it was on the device: " + error.message);
  if (work->failures < mostFailures) return retry(work);
  giveVerdict(work, VerdictKind::couldNotJudge, "given up after three tries: " + error.message);
  if (++m_unjudged < mostUnjudged || m_phase != Phase::searching) return;
  Error ending = error;
  ending.message = "the last " + counted(m_unjudged, "candidate") +
                   " could not be judged, and the next would fare no better: " + error.message;
  endWith(withWayOn(std::move(ending)));
}

Error TuneRun::withWayOn(Error error) const {
  if (m_ledger.hasSession())
    error.advice = "tune again: " + counted(m_scores.done(), "result") +
                   " in the session, and the run goes on from there (kwr tune takes --resume)";
  return error;
}

void TuneRun::retry(const WorkPtr& work) {
  if (deviceIsGone(*work)) return forgetSource(work);
  m_ledger.beginAttempt(work, [this, work] { attemptCommitted(work, true); });
}

// A source whose device is gone while others go on. Where there is no other, the device comes back
// or the run ends.
bool TuneRun::deviceIsGone(const Work& work) const {
  return work.pinned && !work.pinned->usable() && m_dispatcher->anyUsable();
}

// Nothing will be compared with it.
void TuneRun::forgetSource(const WorkPtr& work) {
  m_dispatcher->retire(*work->pinned);
  --m_live;
  if (--m_sourcesLeft == 0) beginSearch();
}

void TuneRun::giveVerdict(const WorkPtr& work, VerdictKind kind, std::string message) {
  const DeviceInfo& device = (work->pinned ? work->pinned : m_setup.evaluators.front())->device();
  Evaluation evaluation;
  evaluation.deviceId = device.uuid;
  evaluation.deviceModel = device.model;
  evaluation.started = utcNow();
  evaluation.verdict.kind = kind;
  evaluation.verdict.allCases = static_cast<int>(m_setup.problem.problem.cases.size());
  evaluation.verdict.message = std::move(message);
  settle(work, std::move(evaluation));
}

void TuneRun::settle(const WorkPtr& work, Evaluation evaluation) {
  // A source's key names its device, which can be another one after a restart.
  if (work->isSource)
    work->request.key = KeyMaker(m_setup.problem, work->pinned->device(), m_plan->protocolText)
                            .keyOf(work->request.candidate);
  evaluation.key = work->request.key;
  evaluation.candidate = work->request.candidate;
  evaluation.protocol = m_plan->protocolText;
  if (evaluation.verdict.kind == VerdictKind::couldNotJudge) {
    // Says nothing of the candidate, so that a later run must try it again.
    m_ledger.endAttempt(*work, "not judged");
    return finishWork(work, evaluation, false);
  }
  auto shared = std::make_shared<const Evaluation>(std::move(evaluation));
  m_uncommitted.emplace(work, shared);
  m_ledger.store(*work, shared, [this, work, shared] {
    m_uncommitted.erase(work);
    finishWork(work, *shared, false);
  });
}

void TuneRun::finishWork(const WorkPtr& work, const Evaluation& evaluation, bool resumed) {
  --m_live;
  m_progressDue = true;
  CandidateDone done{evaluation, resumed};
  if (work->isSource) {
    if (m_setup.placeOf) done.place = m_setup.placeOf(*work->pinned);
    m_setup.events.publish(std::move(done));
    finishSource(evaluation, resumed);
    return checkOver();
  }
  if (resumed && m_plan->hasSource) learnSource(evaluation.deviceId);
  done.newBest = m_scores.add(evaluation, work->order, resumed);
  done.done = m_scores.done();
  m_asker->finished(work->order, m_scores.observe(work->index, evaluation));
  m_setup.events.publish(std::move(done));
  pump();
}

// A candidate from the session may have been measured on another device of the model.
void TuneRun::learnSource(const std::string& deviceId) {
  if (m_scores.knowsDevice(deviceId) || !m_lookedUp.insert(deviceId).second) return;
  DeviceInfo device = m_setup.evaluators.front()->device();
  device.uuid = deviceId;
  const KeyMaker keys(m_setup.problem, device, m_plan->protocolText);
  const auto source = m_ledger.find(keys.keyOf(sourceCandidate(m_setup.problem)));
  if (source && *source && (*source)->verdict.ok()) m_scores.addEarlierSource(**source);
}

void TuneRun::finishSource(const Evaluation& evaluation, bool resumed) {
  if (!evaluation.verdict.ok()) return endWith(sourceFault(evaluation.verdict));
  m_scores.addSource(evaluation, resumed);
  if (--m_sourcesLeft == 0) beginSearch();
}

void TuneRun::drop(const WorkPtr& work, const std::string& outcome) {
  m_ledger.endAttempt(*work, outcome);
  --m_live;
  checkOver();
}

void TuneRun::evaluatorLost(Evaluator& evaluator, const Error& reason) {
  if (!m_lost.insert(&evaluator).second) return;
  const std::string& device = evaluator.device().id;
  if (m_dispatcher->anyUsable()) {
    m_setup.events.publish(Notice{"the runner of " + device + " was lost: " + reason.text() +
                                  "; its work goes to the others"});
    for (const WorkPtr& work : m_dispatcher->takePinnedTo(evaluator)) {
      m_ledger.endAttempt(*work, "lost");
      forgetSource(work);
    }
    return pumpLater();
  }
  restartOrFail(evaluator, reason);
}

void TuneRun::restartOrFail(Evaluator& evaluator, const Error& reason) {
  const std::string device = evaluator.device().id;
  if (!m_setup.restart || m_restarts++ >= mostRestarts) {
    Error error = reason;
    error.message = "the runner of " + device + " was lost: " + reason.message;
    return endWith(withWayOn(std::move(error)));
  }
  m_setup.events.publish(
      Notice{"the runner of " + device + " was lost: " + reason.text() + "; it is started again"});
  m_setup.restart(evaluator, [this, mailbox = m_mailbox, &evaluator](Status status) {
    mailbox->post([this, &evaluator, status] { restarted(evaluator, status); });
  });
}

void TuneRun::restarted(Evaluator& evaluator, const Status& status) {
  m_lost.erase(&evaluator);
  if (m_phase == Phase::ending || m_phase == Phase::over) return;
  if (!status) return endWith(status.error());
  const DeviceInfo& device = evaluator.device();
  if (m_phase == Phase::searching && !m_scores.knowsDevice(device.uuid)) {
    // A scheduler may have given us another device: it needs a source of its own to compare with.
    m_phase = Phase::sources;
    m_dispatcher->setOnlyPinned(true);
    m_sourcesLeft = 1;
    submitSource(evaluator);
  }
  pump();
}

}  // namespace kw

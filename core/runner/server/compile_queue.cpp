// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/compile_queue.h"

#include <algorithm>
#include <utility>

#include "base/log/log.h"

namespace kw {

namespace {

constexpr std::chrono::seconds compileLimit{120};
// After a Stop, the worker may take so long to let go before it is killed.
constexpr std::chrono::seconds stopLimit{2};
constexpr int deathsBeforeGivingUp = 3;

CompileOutcome failedOutcome(std::string log) {
  CompileOutcome outcome;
  outcome.log = std::move(log);
  return outcome;
}

}  // namespace

CompileQueue::CompileQueue(process::EventLoop& loop, std::vector<std::string> command)
    : m_loop(loop), m_command(std::move(command)) {}

CompileQueue::~CompileQueue() {
  for (auto& [id, running] : m_running)
    m_loop.cancelTimer(running.timer);
}

// --- what the supervisor asks

void CompileQueue::use(const std::string& folder, const DeviceInfo& device,
                       std::function<void(Result<worker::CompilerReady>)> done) {
  close();
  m_broken.reset();
  m_deathsAtStart = 0;
  m_problem = worker::UseProblem{m_nextId++, folder, device};
  m_opened = std::move(done);
  if (m_worker) {
    m_state = State::loading;
    m_worker->send(*m_problem);
  } else {
    startWorker();
  }
}

void CompileQueue::close() {
  m_opened = {};
  m_problem.reset();
  breakWith(Error{ErrorKind::cancelled, "the problem was closed", {}, {}});
}

void CompileQueue::add(Job job) {
  m_waiting.push_back(std::move(job));
  pump();
}

bool CompileQueue::cancel(int64_t id) {
  const auto waiting = std::ranges::find(m_waiting, id, &Job::id);
  if (waiting != m_waiting.end()) {
    const Job job = std::move(*waiting);
    m_waiting.erase(waiting);
    m_suspects.erase(id);
    job.done(failCancelled());
    return true;
  }
  const auto running = m_running.find(id);
  if (running == m_running.end() || running->second.answered) return false;
  running->second.answered = true;
  if (m_worker) m_worker->send(worker::Stop{id});
  m_loop.cancelTimer(running->second.timer);
  running->second.timer = m_loop.after(stopLimit, [this, id] { killUnless(id); });
  running->second.job.done(failCancelled());
  return true;
}

void CompileQueue::pause(std::function<void()> reached) {
  m_paused = true;
  m_pauseReached = std::move(reached);
  if (m_worker)
    m_worker->send(worker::Pause{true});
  else if (auto call = std::exchange(m_pauseReached, {}))
    call();
}

void CompileQueue::resume() {
  if (!m_paused) return;
  m_paused = false;
  m_pauseReached = {};
  if (m_worker) m_worker->send(worker::Pause{false});
  pump();
}

// --- sending jobs

void CompileQueue::pump() {
  if (m_broken) return breakWith(*m_broken);
  const bool needed = m_opened || !m_waiting.empty();
  if (m_state == State::down && m_problem && needed) return startWorker();
  while (m_state == State::ready && !m_paused && !m_waiting.empty()) {
    const bool alone = isSuspect(m_waiting.front().id);
    const bool suspectRuns = std::ranges::any_of(
        m_running, [this](const auto& entry) { return isSuspect(entry.first); });
    const size_t room = alone || suspectRuns ? 1 : static_cast<size_t>(m_parallelism);
    if (m_running.size() >= room) return;
    Job job = std::move(m_waiting.front());
    m_waiting.pop_front();
    begin(std::move(job));
  }
}

void CompileQueue::begin(Job job) {
  const int64_t id = job.id;
  m_worker->send(worker::Compile{id, job.candidate, job.sanitized});
  Running running{std::move(job), false, 0};
  running.timer = m_loop.after(compileLimit, [this, id] { overdue(id); });
  const auto begun = running.job.begun;
  m_running.emplace(id, std::move(running));
  if (begun) begun();
}

// --- what the worker says

void CompileQueue::handle(worker::Report report) {
  if (auto* ready = std::get_if<worker::CompilerReady>(&report)) return handle(std::move(*ready));
  if (auto* compiled = std::get_if<worker::Compiled>(&report))
    return finish(compiled->id, std::move(compiled->outcome));
  if (std::holds_alternative<worker::Paused>(report)) {
    if (auto call = std::exchange(m_pauseReached, {})) call();
    return;
  }
  auto* reply = std::get_if<protocol::Reply>(&report);
  auto* failed = reply ? std::get_if<protocol::Failed>(reply) : nullptr;
  if (!failed) return;
  if (m_problem && failed->id == m_problem->id) return breakWith(failed->error);
  finish(failed->id, fail(std::move(failed->error)));
}

void CompileQueue::handle(worker::CompilerReady report) {
  if (m_state != State::loading || report.id != m_problem->id) return;
  m_state = State::ready;
  m_parallelism = report.parallelism;
  if (m_paused) m_worker->send(worker::Pause{true});
  if (auto opened = std::exchange(m_opened, {})) opened(std::move(report));
  pump();
}

void CompileQueue::finish(int64_t id, Result<CompileOutcome> outcome) {
  const auto found = m_running.find(id);
  if (found == m_running.end()) return;
  const Running running = std::move(found->second);
  m_running.erase(found);
  m_suspects.erase(id);
  m_loop.cancelTimer(running.timer);
  m_deathsAtStart = 0;
  if (!running.answered) running.job.done(std::move(outcome));
  pump();
}

// --- compiles that take too long

void CompileQueue::overdue(int64_t id) {
  const auto found = m_running.find(id);
  if (found == m_running.end()) return;
  if (m_paused) {  // it was held still by us
    found->second.timer = m_loop.after(compileLimit, [this, id] { overdue(id); });
    return;
  }
  found->second.answered = true;
  m_worker->send(worker::Stop{id});
  found->second.timer = m_loop.after(stopLimit, [this, id] { killUnless(id); });
  found->second.job.done(failedOutcome(
      "compiling took over " + std::to_string(compileLimit.count()) + " s and was given up"));
}

void CompileQueue::killUnless(int64_t id) {
  if (!m_running.contains(id) || !m_worker) return;
  log::info("runner", "the compiler does not stop; its process is replaced");
  m_killed = true;
  m_worker->kill();
}

// --- the worker's life

void CompileQueue::startWorker() {
  auto worker =
      WorkerProcess::start(m_loop, m_command,
                           {[this](worker::Report report) { handle(std::move(report)); },
                            [this](const process::Exit& exit) { workerGone(exit.text()); }});
  if (!worker) return breakWith(worker.error());
  m_worker = std::move(*worker);
  m_state = State::loading;
  m_worker->send(*m_problem);
}

void CompileQueue::workerGone(const std::string& how) {
  log::warning("runner", "the compile worker ended (" + how + ")");
  m_worker.reset();
  const bool loading = m_state == State::loading;
  m_state = State::down;
  if (auto call = std::exchange(m_pauseReached, {})) call();
  if (!m_running.empty()) {
    workerFailed(how);
  } else if (loading && ++m_deathsAtStart >= deathsBeforeGivingUp) {
    return breakWith(Error{ErrorKind::failed,
                           "the compile worker ended " + std::to_string(m_deathsAtStart) +
                               " times at its start, the last time with " + how,
                           {},
                           "the runner's messages on standard error may say why"});
  }
  pump();
}

// Finds out whose fault it was: what was being compiled is tried again, one by one, and who ends
// the worker alone is to blame. Where it was us who killed it, for a compile that was given up,
// none of the others is.
void CompileQueue::workerFailed(const std::string& how) {
  const bool givenUp = std::exchange(m_killed, false);
  std::vector<Job> again;
  auto running = std::exchange(m_running, {});
  for (auto& [id, one] : running) {
    m_loop.cancelTimer(one.timer);
    if (!one.answered) again.push_back(std::move(one.job));
  }
  if (again.size() == 1 && !givenUp && isSuspect(again.front().id)) {
    m_suspects.erase(again.front().id);
    return again.front().done(failedOutcome("the compiler itself ended with " + how));
  }
  for (auto job = again.rbegin(); job != again.rend(); ++job) {
    if (!givenUp) m_suspects.insert(job->id);
    m_waiting.push_front(std::move(*job));
  }
}

void CompileQueue::breakWith(const Error& error) {
  if (error.kind != ErrorKind::cancelled) m_broken = error;
  if (auto opened = std::exchange(m_opened, {})) opened(fail(error));
  auto waiting = std::exchange(m_waiting, {});
  auto running = std::exchange(m_running, {});
  m_suspects.clear();
  for (auto& [id, one] : running) {
    m_loop.cancelTimer(one.timer);
    if (m_worker) m_worker->send(worker::Stop{id});
    if (!one.answered) one.job.done(fail(error));
  }
  for (Job& job : waiting)
    job.done(fail(error));
}

}  // namespace kw

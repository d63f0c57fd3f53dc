// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/device_queue.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "base/log/log.h"

namespace kw {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds leastPatience{60};
// Before anything was judged nobody knows how long a step takes; opening asks the oracle, which may
// compute for minutes without a word.
constexpr seconds firstPatience{600};
constexpr seconds openingPatience{1800};
constexpr seconds listingPatience{60};
constexpr int patienceFactor = 10;
constexpr seconds stopLimit{2};
constexpr int openingsBeforeGivingUp = 3;
constexpr milliseconds reopenDelay{200};
// Jobs that the worker has besides the one on the device.
constexpr size_t mostAhead = 8;

Error cancelled() {
  return Status(failCancelled()).error();
}

milliseconds toMilliseconds(double time) {
  return milliseconds(static_cast<int64_t>(time * 1e3));
}

}  // namespace

DeviceQueue::DeviceQueue(process::EventLoop& loop, std::vector<std::string> command,
                         double deadlineSeconds)
    : m_loop(loop), m_command(std::move(command)), m_deadlineSeconds(deadlineSeconds) {}

DeviceQueue::~DeviceQueue() {
  m_loop.cancelTimer(m_watchdog);
  m_loop.cancelTimer(m_stopTimer);
  m_loop.cancelTimer(m_retryTimer);
  if (m_current) m_loop.cancelTimer(m_current->total);
}

// --- what the supervisor asks

void DeviceQueue::list(std::vector<std::string> peaksOf, std::string counters,
                       std::function<void(Result<protocol::Devices>)> done) {
  m_listings.push_back({{m_nextId++, std::move(peaksOf), std::move(counters)}, std::move(done)});
  pump();
}

void DeviceQueue::open(worker::OpenDevice order, std::function<void(const std::string&)> note,
                       std::function<void(Result<protocol::Opened>)> done) {
  close();
  m_problem = std::move(order);
  m_note = std::move(note);
  m_opened = std::move(done);
  pump();
}

void DeviceQueue::close() {
  const bool opening = m_state == State::opening;
  m_problem.reset();
  m_note = {};
  m_opened = {};
  m_broken.reset();
  m_failedOpenings = 0;
  m_longestStep = milliseconds{0};
  m_loop.cancelTimer(m_retryTimer);
  m_retryTimer = 0;
  m_state = State::closed;
  failAll(Error{ErrorKind::cancelled, "the problem was closed", {}, {}});
  // What an oracle or a driver is doing cannot be interrupted otherwise.
  if (opening) killWorker();
}

void DeviceQueue::add(Job job) {
  m_waiting.push_back(std::move(job));
  pump();
}

bool DeviceQueue::cancel(int64_t id) {
  const auto waiting =
      std::ranges::find_if(m_waiting, [id](const Job& job) { return job.id() == id; });
  if (waiting != m_waiting.end()) {
    const Job job = std::move(*waiting);
    m_waiting.erase(waiting);
    job.done(cancelled());
    return true;
  }
  Job* job = m_current ? std::get_if<Job>(&m_current->task) : nullptr;
  const bool isCurrent = job && job->id() == id;
  Current* task = isCurrent ? &*m_current : sentAhead(id);
  if (!task || task->answered) return false;
  if (isCurrent) armStopTimer();
  stop(*task);
  return true;
}

DeviceQueue::Current* DeviceQueue::sentAhead(int64_t id) {
  const auto found =
      std::ranges::find_if(m_ahead, [id](Current& task) { return task.job().id() == id; });
  return found == m_ahead.end() ? nullptr : &*found;
}

void DeviceQueue::stop(Current& task) {
  task.answered = true;
  m_worker->send(worker::Stop{task.job().id()});
  const auto done = std::move(task.job().done);  // it may change what is current and what is ahead
  done(cancelled());
}

void DeviceQueue::armStopTimer() {
  m_loop.cancelTimer(m_stopTimer);
  m_stopTimer = m_loop.after(stopLimit, [this] {
    log::info("runner", "a cancelled candidate does not leave the device; its process is replaced");
    killWorker();
  });
}

void DeviceQueue::proceed() {
  if (m_worker) m_worker->send(worker::Proceed{});
}

// --- sending

void DeviceQueue::pump() {
  if (m_broken) return failAll(*m_broken);
  // Only what is needed is started: a worker that ended while nothing waited is not replaced yet.
  const bool needed = m_opened || !m_waiting.empty() || !m_listings.empty();
  if (!needed || m_state == State::opening || !ensureWorker()) return;
  if (!m_listings.empty()) {
    if (m_current) return;
    Listing listing = std::move(m_listings.front());
    m_listings.pop_front();
    return begin(std::move(listing));
  }
  if (m_state == State::closed && m_problem && m_retryTimer == 0 && !m_current)
    return startOpening();
  if (m_current && std::holds_alternative<Listing>(m_current->task)) return;
  while (m_state == State::open && !m_waiting.empty() && m_ahead.size() < mostAhead) {
    Job job = std::move(m_waiting.front());
    m_waiting.pop_front();
    send(std::move(job));
  }
}

bool DeviceQueue::ensureWorker() {
  if (m_worker) return !m_killed;
  auto worker = WorkerProcess::start(m_loop, m_command,
                                     {[this](worker::Report report) { handle(std::move(report)); },
                                      [this](const process::Exit& exit) { workerGone(exit); }});
  if (!worker) {
    m_broken = std::move(worker).error();
    failAll(*m_broken);
    return false;
  }
  m_worker = std::move(*worker);
  return true;
}

void DeviceQueue::startOpening() {
  m_state = State::opening;
  m_problem->id = m_nextId++;
  signOfProgress();
  m_worker->send(*m_problem);
}

void DeviceQueue::send(Job job) {
  std::visit([this](const auto& order) { m_worker->send(order); }, job.order);
  m_ahead.push_back(Current{std::move(job)});
  if (!m_current) beginNext();
}

void DeviceQueue::begin(Listing listing) {
  m_worker->send(listing.order);
  m_current.emplace(Current{std::move(listing)});
  signOfProgress();
}

// The worker has come to the first of the jobs that it has.
void DeviceQueue::beginNext() {
  if (m_ahead.empty()) return;
  m_current.emplace(std::move(m_ahead.front()));
  m_ahead.pop_front();
  const double limit = m_current->job().deadlineSeconds;
  if (limit > 0) m_current->total = m_loop.after(toMilliseconds(limit), [this] { killAsHung(); });
  if (m_current->answered) armStopTimer();
  signOfProgress();
}

// What a worker that is gone or going had not come to; in the old order, before all others.
void DeviceQueue::takeBack() {
  for (auto task = m_ahead.rbegin(); task != m_ahead.rend(); ++task)
    if (!task->answered) m_waiting.push_front(std::move(task->job()));
  m_ahead.clear();
}

// --- what the worker says

void DeviceQueue::handle(worker::Report report) {
  if (auto* answer = std::get_if<worker::AnswerLine>(&report)) return handle(std::move(*answer));
  if (auto* reply = std::get_if<protocol::Reply>(&report))
    std::visit([this](auto& one) { handle(std::move(one)); }, *reply);
}

void DeviceQueue::handle(protocol::Started report) {
  if (m_state == State::opening && report.id == m_problem->id) {
    signOfProgress();
    if (m_note) m_note(report.phase);
    return;
  }
  auto* job = m_current ? std::get_if<Job>(&m_current->task) : nullptr;
  if (!job || job->id() != report.id) return;
  noteStep();
  signOfProgress();
  m_current->begun = true;
  m_current->phase = report.phase;
  if (!m_current->answered && job->phase) job->phase(report.phase);
}

void DeviceQueue::handle(protocol::Opened report) {
  if (m_state != State::opening || report.id != m_problem->id) return;
  m_state = State::open;
  m_failedOpenings = 0;
  m_note = {};
  if (auto opened = std::exchange(m_opened, {})) opened(std::move(report));
  pump();
}

void DeviceQueue::handle(protocol::Devices report) {
  auto* listing = m_current ? std::get_if<Listing>(&m_current->task) : nullptr;
  if (!listing || listing->order.id != report.id) return;
  const auto done = std::move(listing->done);
  m_current.reset();
  done(std::move(report));
  pump();
}

void DeviceQueue::handle(worker::AnswerLine report) {
  auto* job = m_current ? std::get_if<Job>(&m_current->task) : nullptr;
  if (job && job->id() == report.id) endCurrent(std::move(report));
}

void DeviceQueue::handle(protocol::Failed report) {
  if (m_state == State::opening && report.id == m_problem->id)
    return openingFailed(std::move(report.error));
  auto* job = m_current ? std::get_if<Job>(&m_current->task) : nullptr;
  if (job && job->id() == report.id) return endCurrent(std::move(report.error));
  // One that was cancelled before the worker came to it.
  std::erase_if(m_ahead,
                [&](Current& task) { return task.answered && task.job().id() == report.id; });
  pump();
}

void DeviceQueue::endCurrent(JobEnding ending) {
  noteStep();
  Current ended = std::move(*m_current);
  m_current.reset();
  m_retried.reset();
  m_loop.cancelTimer(ended.total);
  m_loop.cancelTimer(m_stopTimer);
  // A worker that is being killed comes to nothing any more, and is not to be blamed on the next.
  if (!m_killed) beginNext();
  if (!ended.answered) ended.job().done(std::move(ending));
  pump();
}

// --- openings that fail

// The first opening is the client's to judge; a later one is ours, and is tried again.
void DeviceQueue::openingFailed(Error error) {
  m_state = State::closed;
  if (auto opened = std::exchange(m_opened, {})) {
    m_problem.reset();
    m_note = {};
    return opened(fail(std::move(error)));
  }
  if (++m_failedOpenings >= openingsBeforeGivingUp) {
    m_broken =
        Error{ErrorKind::failed,
              "the problem could not be opened again after its worker had ended; tried " +
                  std::to_string(m_failedOpenings) + " times, the last time: " + error.text(),
              {},
              "start the runner again"};
    return failAll(*m_broken);
  }
  m_loop.cancelTimer(m_retryTimer);
  m_retryTimer = m_loop.after(reopenDelay * m_failedOpenings, [this] {
    m_retryTimer = 0;
    pump();
  });
}

// --- the worker's life

void DeviceQueue::workerGone(const process::Exit& given) {
  const process::Exit exit = given;
  const std::string how = exit.text();
  const bool killed = !std::exchange(m_killed, false) && exit.signalled && exit.code == SIGKILL;
  m_worker.reset();
  m_loop.cancelTimer(m_stopTimer);
  const bool opening = m_state == State::opening;
  m_state = State::closed;
  const std::string reason =
      m_killedAsHung ? "did not move for too long and was killed" : "ended with " + how;
  log::info("runner", "the device worker " + reason);
  takeBack();
  if (m_current) currentLost({m_killedAsHung, killed, how, {}});
  m_killedAsHung = false;
  if (opening && m_problem)
    openingFailed(Error{ErrorKind::failed,
                        "the device worker " + reason + " while the problem was opened",
                        {},
                        "the runner's messages on standard error may say why"});
  pump();
}

void DeviceQueue::currentLost(WorkerDeath death) {
  Current ended = std::move(*m_current);
  m_current.reset();
  m_loop.cancelTimer(ended.total);
  if (auto* listing = std::get_if<Listing>(&ended.task))
    return listing->done(
        fail("the device worker ended with " + death.how + " while it looked for devices"));
  Job& job = std::get<Job>(ended.task);
  if (ended.answered) return;
  // A worker that lost its device ends after its last answer: a job that had not begun is not to
  // blame. Nor need one be whose worker was killed from elsewhere.
  const bool mayBeInnocent = (!ended.begun && !death.hung) || death.killed;
  if (mayBeInnocent && m_retried != job.id()) {
    m_retried = job.id();
    m_waiting.push_front(std::move(job));
    return;
  }
  m_retried.reset();
  death.phase = std::move(ended.phase);
  job.done(std::move(death));
}

// --- deadlines

milliseconds DeviceQueue::patience() const {
  const bool opening = m_state == State::opening;
  if (m_deadlineSeconds > 0)
    return toMilliseconds(opening ? m_deadlineSeconds * patienceFactor : m_deadlineSeconds);
  if (opening) return openingPatience;
  if (m_current && std::holds_alternative<Listing>(m_current->task)) return listingPatience;
  if (m_longestStep == milliseconds{0}) return firstPatience;
  return std::max<milliseconds>(leastPatience, m_longestStep * patienceFactor);
}

void DeviceQueue::signOfProgress() {
  m_lastSign = Clock::now();
  const auto due = m_lastSign + patience();
  // Phases come far more often than deadlines pass, so a timer that is early enough stays.
  if (m_watchdog != 0 && m_watchdogDue <= due) return;
  m_loop.cancelTimer(m_watchdog);
  armWatchdog(due);
}

void DeviceQueue::armWatchdog(Clock::time_point due) {
  m_watchdogDue = due;
  const auto left = std::chrono::ceil<milliseconds>(due - Clock::now());
  m_watchdog = m_loop.after(std::max(left, milliseconds{1}), [this] { watch(); });
}

void DeviceQueue::watch() {
  m_watchdog = 0;
  if (!m_worker || (!m_current && m_state != State::opening)) return;
  const auto due = m_lastSign + patience();
  if (due <= Clock::now()) return killAsHung();
  armWatchdog(due);
}

void DeviceQueue::noteStep() {
  const auto step = std::chrono::duration_cast<milliseconds>(Clock::now() - m_lastSign);
  m_longestStep = std::max({m_longestStep, step, milliseconds{1}});
}

void DeviceQueue::killAsHung() {
  m_killedAsHung = true;
  killWorker();
}

void DeviceQueue::killWorker() {
  if (!m_worker) return;
  m_killed = true;
  m_worker->kill();
}

void DeviceQueue::failAll(const Error& error) {
  auto waiting = std::exchange(m_waiting, {});
  for (Job& job : waiting)
    job.done(error);
  if (!m_broken) return;
  auto listings = std::exchange(m_listings, {});
  for (Listing& listing : listings)
    listing.done(fail(error));
}

}  // namespace kw

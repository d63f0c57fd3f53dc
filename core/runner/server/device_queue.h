// SPDX-License-Identifier: GPL-3.0-or-later
// The supervisor's side of a device: what waits for it, the one thing that is on it, and the worker
// that owns it. The worker has the next few jobs already, so that it never waits for us, and takes
// them in order. A worker that crashes, hangs or loses its device is replaced, and the problem
// opened again, without a word to the client; what it had not begun is given to the next one.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/process/event_loop.h"
#include "runner/server/worker_process.h"

namespace kw {

// The worker ended under a candidate.
struct WorkerDeath {
  bool hung = false;    // it was killed, since nothing had moved for too long
  bool killed = false;  // by SIGKILL from elsewhere, which says little of the candidate
  std::string how;      // "signal 11 (SIGSEGV)"
  std::string phase;    // "timing decode": the last that was heard of it
};
// Or the evaluation, the duel or the profile, as the answer that the client is to get.
using JobEnding = std::variant<worker::AnswerLine, WorkerDeath, Error>;

class DeviceQueue {
 public:
  struct Job {
    std::variant<worker::Judge, worker::Duel, worker::Profile> order;
    double deadlineSeconds = 0;  // for all of it; 0: only the deadline without progress
    std::function<void(const std::string& phase)> phase;
    std::function<void(JobEnding)> done;

    int64_t id() const {
      return std::visit([](const auto& one) { return one.id; }, order);
    }
  };

  // `deadlineSeconds`: without a sign of progress; 0: ten times the longest seen, at least a
  // minute.
  DeviceQueue(process::EventLoop& loop, std::vector<std::string> command, double deadlineSeconds);
  ~DeviceQueue();
  DeviceQueue(const DeviceQueue&) = delete;
  DeviceQueue& operator=(const DeviceQueue&) = delete;

  // What the worker's drivers find; the peaks of the devices named are measured first, after
  // whatever is on the device.
  // `counters` as in protocol::DevicesRequest.
  void list(std::vector<std::string> peaksOf, std::string counters,
            std::function<void(Result<protocol::Devices>)> done);

  // Replaces what was open; its waiting jobs are cancelled. Nothing may be on the device.
  void open(worker::OpenDevice order, std::function<void(const std::string&)> note,
            std::function<void(Result<protocol::Opened>)> done);
  // Gives up an opening under way, or closes what is open.
  void close();

  void add(Job job);
  // `done` is called with ErrorKind::cancelled before this returns; the device is free within 2 s.
  bool cancel(int64_t id);
  // The announced timing may begin.
  void proceed();

  pid_t workerProcess() const { return m_worker ? m_worker->id() : -1; }

 private:
  using Clock = process::EventLoop::Clock;
  enum class State { closed, opening, open };
  struct Listing {
    worker::ListDevices order;
    std::function<void(Result<protocol::Devices>)> done;
  };
  struct Current {
    std::variant<Job, Listing> task;
    bool answered = false;  // cancelled
    bool begun = false;     // a phase was heard of
    std::string phase;
    process::EventLoop::TimerId total = 0;  // the deadline for all of it

    Job& job() { return std::get<Job>(task); }
  };

  void pump();
  bool ensureWorker();
  void startOpening();
  void send(Job job);
  void begin(Listing listing);
  void beginNext();
  void takeBack();
  Current* sentAhead(int64_t id);
  void stop(Current& task);
  void armStopTimer();
  void handle(worker::Report report);
  void handle(protocol::Started report);
  void handle(protocol::Opened report);
  void handle(protocol::Devices report);
  void handle(worker::AnswerLine report);
  void handle(protocol::Failed report);
  template <class Other>
  void handle(Other) {}
  void endCurrent(JobEnding ending);
  void openingFailed(Error error);
  void workerGone(const process::Exit& exit);
  void currentLost(WorkerDeath death);
  void armWatchdog(Clock::time_point due);
  void watch();
  void noteStep();
  void killAsHung();
  void killWorker();
  std::chrono::milliseconds patience() const;
  void signOfProgress();
  void failAll(const Error& error);

  process::EventLoop& m_loop;
  std::vector<std::string> m_command;
  double m_deadlineSeconds;
  std::unique_ptr<WorkerProcess> m_worker;
  State m_state = State::closed;

  std::optional<worker::OpenDevice> m_problem;
  std::function<void(const std::string&)> m_note;          // while first opening
  std::function<void(Result<protocol::Opened>)> m_opened;  // while first opening
  int m_failedOpenings = 0;
  std::optional<Error> m_broken;  // why nothing can be judged any more

  std::deque<Job> m_waiting;
  std::deque<Listing> m_listings;
  std::optional<Current> m_current;
  std::deque<Current> m_ahead;       // jobs that the worker has and has not come to
  std::optional<int64_t> m_retried;  // began once without a sign before its worker ended
  bool m_killed = false;             // it has not gone yet
  bool m_killedAsHung = false;
  process::EventLoop::TimerId m_watchdog = 0;
  process::EventLoop::TimerId m_stopTimer = 0;
  process::EventLoop::TimerId m_retryTimer =
      0;  // over 0 while a failed opening waits for its next try
  Clock::time_point m_lastSign;
  Clock::time_point m_watchdogDue;
  std::chrono::milliseconds m_longestStep{0};
  int64_t m_nextId = worker::firstOwnId;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// The supervisor's side of compiling: what waits, what is being compiled, and the worker that does
// it, which is replaced when it crashes or takes too long.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/process/event_loop.h"
#include "runner/server/worker_process.h"

namespace kw {

class CompileQueue {
 public:
  struct Job {
    int64_t id = 0;
    Candidate candidate;
    std::function<void()> begun;  // may be called again after the worker was replaced
    // A crash of the compiler and a compile that takes too long are outcomes of the candidate, with
    // a log.
    std::function<void(Result<CompileOutcome>)> done;
    bool sanitized = false;  // see CompileJob
  };

  CompileQueue(process::EventLoop& loop, std::vector<std::string> command);
  ~CompileQueue();
  CompileQueue(const CompileQueue&) = delete;
  CompileQueue& operator=(const CompileQueue&) = delete;

  // The problem whose candidates follow; what was waiting for the one before is cancelled.
  void use(const std::string& folder, const DeviceInfo& device,
           std::function<void(Result<worker::CompilerReady>)> done);
  // Gives up what waits and what is compiled; the `done` of use() is not called any more.
  void close();
  void add(Job job);
  // Its `done` is called with ErrorKind::cancelled before this returns. False if there is no such
  // job.
  bool cancel(int64_t id);
  // `reached` is called once compiling holds still (or there is nothing to hold).
  void pause(std::function<void()> reached);
  void resume();

  int parallelism() const { return m_parallelism; }
  pid_t workerProcess() const { return m_worker ? m_worker->id() : -1; }

 private:
  enum class State { down, loading, ready };
  struct Running {
    Job job;
    bool answered = false;  // cancelled or given up: the client has been told
    process::EventLoop::TimerId timer = 0;
  };

  void pump();
  void startWorker();
  void begin(Job job);
  void handle(worker::Report report);
  void handle(worker::CompilerReady report);
  void finish(int64_t id, Result<CompileOutcome> outcome);
  void overdue(int64_t id);
  void killUnless(int64_t id);
  void workerGone(const std::string& how);
  void workerFailed(const std::string& how);
  void breakWith(const Error& error);
  bool isSuspect(int64_t id) const { return m_suspects.contains(id); }

  process::EventLoop& m_loop;
  std::vector<std::string> m_command;
  std::unique_ptr<WorkerProcess> m_worker;
  State m_state = State::down;
  std::optional<worker::UseProblem> m_problem;
  int64_t m_nextId = worker::firstOwnId;
  std::function<void(Result<worker::CompilerReady>)> m_opened;
  std::optional<Error> m_broken;  // why nothing can be compiled
  int m_parallelism = 1;
  int m_deathsAtStart = 0;
  bool m_killed = false;  // by us; it has not gone yet
  bool m_paused = false;
  std::function<void()> m_pauseReached;
  std::deque<Job> m_waiting;
  std::map<int64_t, Running> m_running;
  // Was being compiled when the worker died. Each is tried again alone.
  std::set<int64_t> m_suspects;
};

}  // namespace kw

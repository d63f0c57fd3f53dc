// SPDX-License-Identifier: GPL-3.0-or-later
// Listings under way: each is made in a compile worker of its own, which is gone afterwards, so
// that it needs no device and disturbs no run.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/process/event_loop.h"
#include "model/protocol/messages.h"
#include "runner/server/problem_folder.h"
#include "runner/server/worker_process.h"

namespace kw {

class Listings {
 public:
  struct Handlers {
    std::function<void(int64_t id, const std::string& phase)> phase;
    std::function<void(int64_t id, std::string line)> answered;
    std::function<void(int64_t id, Error error)> failed;
  };
  // `problems` is where folders of problems are made.
  Listings(process::EventLoop& loop, std::vector<std::string> command, files::Path problems,
           Handlers handlers);
  ~Listings();
  Listings(const Listings&) = delete;
  Listings& operator=(const Listings&) = delete;

  void add(protocol::ListingRequest request);
  // False if there is no such listing. It is answered by `failed`, before this returns.
  bool cancel(int64_t id);
  bool contains(int64_t id) const;

 private:
  struct Running {
    std::unique_ptr<WorkerProcess> worker;
    ProblemFolder folder;
    process::EventLoop::TimerId timer = 0;
  };
  void pump();
  Status begin(const protocol::ListingRequest& request);
  void handle(int64_t id, worker::Report report);
  void fail(int64_t id, Error error);
  void drop(int64_t id);

  process::EventLoop& m_loop;
  std::vector<std::string> m_command;
  files::Path m_problems;
  Handlers m_handlers;
  std::deque<protocol::ListingRequest> m_waiting;
  std::map<int64_t, Running> m_running;
  // Answered; destroyed from the loop, never from within a handler of their own.
  std::vector<Running> m_ended;
  process::EventLoop::TimerId m_tidy = 0;
};

}  // namespace kw

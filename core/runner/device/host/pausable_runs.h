// SPDX-License-Identifier: GPL-3.0-or-later
// Programs run to their end that can all be held still meanwhile.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>

#include "base/process/child.h"
#include "base/result/result.h"

namespace kw::host {

class PausableRuns {
 public:
  struct Finished {
    process::Exit exit;
    std::string errors;  // what it wrote to standard error, its first megabyte
    bool timedOut = false;
  };
  // Starts once nothing is paused. `limit` does not count time spent paused. ErrorKind::cancelled
  // when stop is requested; the program is killed then.
  Result<Finished> run(const process::ChildOptions& options, std::chrono::milliseconds limit,
                       std::stop_token stop);

  // Returns when everything holds still. From any thread.
  void setPaused(bool paused);

 private:
  Result<process::Child> start(const process::ChildOptions& options, std::stop_token stop);
  void forget(process::Child& child);
  bool isPaused();

  std::mutex m_mutex;
  std::condition_variable_any m_resumed;
  bool m_paused = false;
  std::set<process::Child*> m_running;
};

}  // namespace kw::host

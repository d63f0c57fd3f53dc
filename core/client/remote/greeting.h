// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting for a runner's greeting: says what is being waited for, and decides when what comes, or
// does not come, can no longer be a runner.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/process/event_loop.h"
#include "base/result/result.h"

namespace kw {

class Greeting {
 public:
  struct Limits {
    std::chrono::milliseconds all;     // from the start
    std::chrono::milliseconds notice;  // between two notes
    std::chrono::milliseconds noise;   // from the first line that is no greeting
  };
  struct Handlers {
    std::function<void(const std::string&)> note;  // may be empty
    std::function<void(Error)> giveUp;
  };
  Greeting(process::EventLoop& loop, const std::string& command, Limits limits, Handlers handlers);
  ~Greeting();
  Greeting(const Greeting&) = delete;
  Greeting& operator=(const Greeting&) = delete;

  // A line that is no message of a runner's. Login scripts print some, so a few are let pass; one
  // that looks like a message of something else, or too many, are not. May call giveUp.
  void noise(std::string_view line);
  void over();  // it came, or never will
  // "; its first line was …", or "" where none came.
  std::string heard() const;

 private:
  void remind();
  void limit(std::chrono::milliseconds delay);
  void refuse(const std::string& why);

  process::EventLoop& m_loop;
  std::string m_command;
  Limits m_limits;
  Handlers m_handlers;
  process::EventLoop::TimerId m_end = 0;
  process::EventLoop::TimerId m_reminder = 0;
  std::chrono::steady_clock::time_point m_begun = std::chrono::steady_clock::now();
  std::string m_firstLine;
  size_t m_lines = 0;
  size_t m_bytes = 0;
  bool m_over = false;
};

}  // namespace kw

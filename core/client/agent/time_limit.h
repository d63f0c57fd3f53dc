// SPDX-License-Identifier: GPL-3.0-or-later
// A stop that also comes by itself, once a time is over.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/result/result.h"

namespace kw {

// "20m", "90s" or "2h" as a limit; "": none. `name` is what the text was given for, as the error
// calls it: "--most-time".
Result<std::optional<std::chrono::milliseconds>> readTimeLimit(const std::string& name,
                                                               const std::string& text);

class TimeLimit {
 public:
  // None: only when `outer` stops.
  TimeLimit(std::stop_token outer, std::optional<std::chrono::milliseconds> time);
  std::stop_token token() const { return m_source.get_token(); }
  // The time was over before `outer` stopped.
  bool isOver() const { return m_isOver; }

 private:
  void wait(const std::stop_token& end, std::chrono::milliseconds time);

  std::stop_source m_source;
  std::atomic<bool> m_isOver{false};
  std::mutex m_mutex;
  std::condition_variable_any m_ended;
  std::stop_callback<std::function<void()>> m_outer;
  std::jthread m_timer;  // the last member: it uses the others
};

}  // namespace kw

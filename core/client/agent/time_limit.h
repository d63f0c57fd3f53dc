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
#include <thread>

namespace kw {

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

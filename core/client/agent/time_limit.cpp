// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/time_limit.h"

#include <utility>

#include "client/engine/engine.h"

namespace kw {

Result<std::optional<std::chrono::milliseconds>> readTimeLimit(const std::string& name,
                                                               const std::string& text) {
  if (text.empty()) return std::nullopt;
  const Result<Budget> limit = Budget::parse(text);
  if (limit && limit->time) return limit->time;
  return failInput(name + " " + text + " is no time", {},
                   "such as 20m, 90s or 2h, and at most 1000 days");
}

TimeLimit::TimeLimit(std::stop_token outer, std::optional<std::chrono::milliseconds> time)
    : m_outer(std::move(outer), [this] { m_source.request_stop(); }) {
  if (time)
    m_timer =
        std::jthread([this, length = *time](const std::stop_token& end) { wait(end, length); });
}

void TimeLimit::wait(const std::stop_token& end, std::chrono::milliseconds time) {
  std::unique_lock lock(m_mutex);
  m_ended.wait_for(lock, end, time, [] { return false; });
  if (end.stop_requested() || m_source.stop_requested()) return;
  m_isOver = true;
  m_source.request_stop();
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/time_limit.h"

#include <utility>

namespace kw {

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

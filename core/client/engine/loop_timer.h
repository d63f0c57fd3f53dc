// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>

#include "base/process/event_loop.h"

namespace kw {

// A timer that goes with its owner. On the loop's thread.
class LoopTimer {
 public:
  explicit LoopTimer(process::EventLoop& loop) : m_loop(loop) {}
  ~LoopTimer() { cancel(); }
  LoopTimer(const LoopTimer&) = delete;
  LoopTimer& operator=(const LoopTimer&) = delete;

  // Replaces what it was set to before.
  void start(std::chrono::milliseconds delay, process::EventLoop::Callback callback) {
    cancel();
    m_id = m_loop.after(delay, [this, callback = std::move(callback)] {
      m_id.reset();
      // The callback may set the timer anew, or destroy it.
      const auto kept = callback;
      kept();
    });
  }
  void cancel() {
    if (m_id) m_loop.cancelTimer(*std::exchange(m_id, std::nullopt));
  }

 private:
  process::EventLoop& m_loop;
  std::optional<process::EventLoop::TimerId> m_id;
};

}  // namespace kw

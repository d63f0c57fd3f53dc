// SPDX-License-Identifier: GPL-3.0-or-later
// Calls from other threads to something that lives on an event loop's thread, and may be gone by
// then.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/process/event_loop.h"

namespace kw {

// Kept by shared_ptr: whoever may still call holds one.
class Mailbox : public std::enable_shared_from_this<Mailbox> {
 public:
  explicit Mailbox(process::EventLoop& loop) : m_loop(&loop) {}

  // From any thread: runs on the loop's thread, in the order of posting, unless closed by then.
  // Calls that come in quick succession wake the loop once.
  void post(std::function<void()> call);
  // On the loop's thread; what was posted and has not run is dropped.
  void close();

 private:
  void deliver();

  std::mutex m_mutex;
  process::EventLoop* m_loop;
  std::vector<std::function<void()>> m_calls;
};

}  // namespace kw

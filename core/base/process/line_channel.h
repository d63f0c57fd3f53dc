// SPDX-License-Identifier: GPL-3.0-or-later
// Lines in both directions over two descriptors on an event loop, without ever blocking it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/process/child.h"
#include "base/process/event_loop.h"

namespace kw::process {

// The loop must outlive it. Both handlers are called from the loop, never from within a call to the
// channel, and may destroy it.
class LineChannel {
 public:
  struct Handlers {
    std::function<void(std::string_view line)> line;  // without its newline
    std::function<void(std::string reason)>
        closed;  // once; the other side has gone or broke the limit
  };
  static constexpr size_t maximumLine = size_t{8} << 20;

  LineChannel(EventLoop& loop, Descriptor read, Descriptor write, Handlers handlers);
  ~LineChannel();
  LineChannel(const LineChannel&) = delete;
  LineChannel& operator=(const LineChannel&) = delete;

  // Queues the line and its newline; the loop writes them. On the loop's thread. Nothing happens
  // once the channel is closed.
  void send(std::string_view line);
  // The same for a line that nobody waits for: it may wait for others to be written with, a
  // millisecond at most. Each write wakes the other side.
  void sendSoon(std::string_view line);
  size_t queuedBytes() const;
  // Writes what can be written at once and closes both descriptors. No handler is called any more.
  void close();

 private:
  struct Impl;
  std::shared_ptr<Impl> m_impl;  // callbacks under way keep it alive
};

}  // namespace kw::process

// SPDX-License-Identifier: GPL-3.0-or-later
// One thread's event loop over descriptors, timers and calls posted from other threads (poll and a
// wake pipe). Both the engine and the runner's supervisor stand on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace kw::process {

// Making one ignores SIGPIPE for the process: a write to a pipe whose reader has gone is an error
// of that write, nothing more. Callbacks may do anything but run the loop they are called from.
class EventLoop {
 public:
  using Clock = std::chrono::steady_clock;
  using Callback = std::function<void()>;
  using WatchId = uint64_t;
  using TimerId = uint64_t;
  enum Interest : unsigned { readable = 1, writable = 2 };

  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Calls on the loop's thread while the descriptor is ready (level-triggered; an error or a
  // hang-up counts as ready, unless the interest is 0). All three may be called from within
  // callbacks, on the loop's thread only; after unwatch() the callback is not called again.
  WatchId watch(int descriptor, unsigned interest, std::function<void(unsigned ready)> callback);
  void setInterest(WatchId id, unsigned interest);
  void unwatch(WatchId id);

  // On the loop's thread only. Timers that are due run in the order of their times.
  TimerId after(std::chrono::milliseconds delay, Callback callback);
  void cancelTimer(TimerId id);  // unknown ids are fine

  // On the loop's thread only: once, before the loop waits the next time.
  void beforeWaiting(Callback callback);

  // From any thread: runs on the loop's thread, in the order of posting.
  void post(Callback callback);

  // Until stop(). runOnce handles what is ready, waiting at most `wait`.
  void run();
  void runOnce(std::chrono::milliseconds wait);
  void stop();  // from any thread
  bool stopped() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace kw::process

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/process/event_loop.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/files/descriptor.h"
#include "base/process/broken_pipe.h"

namespace kw::process {

using std::chrono::milliseconds;

struct EventLoop::Impl {
  struct Watch {
    int descriptor = -1;
    unsigned interest = 0;
    // Shared, so that a callback that unwatches itself is not destroyed while it runs.
    std::shared_ptr<std::function<void(unsigned)>> callback;
  };
  struct Timer {
    TimerId id = 0;
    Callback callback;
  };
  using Timers = std::multimap<Clock::time_point, Timer>;

  files::Descriptor wake{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  std::atomic<bool> stopRequested{false};
  std::mutex postedMutex;
  std::vector<Callback> posted;
  std::vector<Callback> last;  // before waiting

  std::map<WatchId, Watch> watches;
  Timers timers;
  std::unordered_map<TimerId, Timers::iterator> timersById;
  uint64_t nextId = 1;
  std::vector<pollfd> polled;
  std::vector<WatchId> polledIds;

  milliseconds timeToWait(milliseconds most) const {
    if (timers.empty()) return most;
    // Rounded up: waking before the time would only mean polling once more.
    const auto due = std::chrono::ceil<milliseconds>(timers.begin()->first - Clock::now());
    return std::clamp(due, milliseconds(0), most);
  }

  void pollAll(milliseconds wait) {
    polled.assign(1, pollfd{wake.get(), POLLIN, 0});
    polledIds.assign(1, 0);
    for (const auto& [id, watch] : watches) {
      if (watch.interest == 0) continue;
      const int events =
          (watch.interest & readable ? POLLIN : 0) | (watch.interest & writable ? POLLOUT : 0);
      polled.push_back(pollfd{watch.descriptor, static_cast<short>(events), 0});
      polledIds.push_back(id);
    }
    if (::poll(polled.data(), polled.size(), static_cast<int>(wait.count())) < 0)
      for (pollfd& entry : polled)
        entry.revents = 0;  // interrupted by a signal
  }

  void callWatches() {
    for (size_t i = 1; i < polled.size(); ++i) {
      if (polled[i].revents == 0) continue;
      // A callback before this one may have removed the watch or changed its interest.
      const auto found = watches.find(polledIds[i]);
      if (found == watches.end()) continue;
      const bool broken = (polled[i].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
      unsigned ready = broken ? readable | writable : 0u;
      if (polled[i].revents & POLLIN) ready |= readable;
      if (polled[i].revents & POLLOUT) ready |= writable;
      ready &= found->second.interest;
      const auto callback = found->second.callback;
      if (ready != 0) (*callback)(ready);
    }
  }

  // Those due now; what a callback adds waits for the next round, so that a timer which starts
  // itself anew cannot keep the descriptors from their turn.
  void callTimers() {
    const Clock::time_point now = Clock::now();
    std::vector<TimerId> due;
    for (auto timer = timers.begin(); timer != timers.end() && timer->first <= now; ++timer)
      due.push_back(timer->second.id);
    for (const TimerId id : due) {
      const auto found = timersById.find(id);
      if (found == timersById.end()) continue;  // cancelled by a callback before this one
      const Callback callback = std::move(found->second->second.callback);
      timers.erase(found->second);
      timersById.erase(found);
      callback();
    }
  }

  void callPosted() {
    if (polled.front().revents != 0) {
      eventfd_t ignored = 0;
      ::eventfd_read(wake.get(), &ignored);
    }
    std::vector<Callback> calls;
    {
      const std::lock_guard lock(postedMutex);
      calls.swap(posted);
    }
    for (const Callback& call : calls)
      call();
  }

  // What these add in turn still comes before the wait.
  void callLast() {
    while (!last.empty()) {
      std::vector<Callback> calls;
      calls.swap(last);
      for (const Callback& call : calls)
        call();
    }
  }

  bool hasPosted() {
    const std::lock_guard lock(postedMutex);
    return !posted.empty();
  }
};

EventLoop::EventLoop() : m_impl(std::make_unique<Impl>()) {
  ignoreBrokenPipes();
}
EventLoop::~EventLoop() = default;

EventLoop::WatchId EventLoop::watch(int descriptor, unsigned interest,
                                    std::function<void(unsigned)> callback) {
  const WatchId id = m_impl->nextId++;
  auto shared = std::make_shared<std::function<void(unsigned)>>(std::move(callback));
  m_impl->watches.emplace(id, Impl::Watch{descriptor, interest, std::move(shared)});
  return id;
}

void EventLoop::setInterest(WatchId id, unsigned interest) {
  const auto found = m_impl->watches.find(id);
  if (found != m_impl->watches.end()) found->second.interest = interest;
}

void EventLoop::unwatch(WatchId id) {
  // The callback may hold the last reference to something that calls unwatch itself when it goes,
  // so the entry has to be out of the map before.
  const auto removed = m_impl->watches.extract(id);
}

EventLoop::TimerId EventLoop::after(milliseconds delay, Callback callback) {
  const TimerId id = m_impl->nextId++;
  constexpr std::chrono::hours longest(24 * 365 * 10);  // keeps the sum inside the clock's range
  const auto due = Clock::now() + std::min<milliseconds>(delay, longest);
  const auto timer = m_impl->timers.emplace(due, Impl::Timer{id, std::move(callback)});
  m_impl->timersById.emplace(id, timer);
  return id;
}

void EventLoop::cancelTimer(TimerId id) {
  const auto found = m_impl->timersById.find(id);
  if (found == m_impl->timersById.end()) return;
  const auto removed = m_impl->timers.extract(found->second);
  m_impl->timersById.erase(found);
}

void EventLoop::beforeWaiting(Callback callback) {
  m_impl->last.push_back(std::move(callback));
}

void EventLoop::post(Callback callback) {
  {
    const std::lock_guard lock(m_impl->postedMutex);
    m_impl->posted.push_back(std::move(callback));
    if (m_impl->posted.size() > 1) return;  // whoever posted the first one woke the loop
  }
  ::eventfd_write(m_impl->wake.get(), 1);
}

void EventLoop::runOnce(milliseconds wait) {
  // What was added outside any round may change what the caller waits for.
  if (!m_impl->last.empty()) wait = milliseconds(0);
  m_impl->callLast();
  if (m_impl->hasPosted()) wait = milliseconds(0);
  constexpr milliseconds longest(3'600'000);
  m_impl->pollAll(m_impl->timeToWait(std::clamp(wait, milliseconds(0), longest)));
  m_impl->callPosted();
  m_impl->callTimers();
  m_impl->callWatches();
  m_impl->callLast();
}

void EventLoop::run() {
  while (!stopped())
    runOnce(milliseconds::max());
}

void EventLoop::stop() {
  m_impl->stopRequested = true;
  ::eventfd_write(m_impl->wake.get(), 1);
}

bool EventLoop::stopped() const {
  return m_impl->stopRequested;
}

}  // namespace kw::process

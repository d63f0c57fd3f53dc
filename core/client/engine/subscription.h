// SPDX-License-Identifier: GPL-3.0-or-later
// One subscriber: its queue and the thread that calls it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "client/engine/engine.h"

namespace kw {

class Subscription {
 public:
  struct Manner {
    bool coalescing = false;
    size_t capacity = 1024;
    // From one delivery to the next at the least.
    std::chrono::milliseconds interval{0};
  };

  Subscription(Engine::Subscriber subscriber, Manner manner);
  ~Subscription();
  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;

  void push(Event event);
  bool hasRoom() const;
  void setWhenRoom(std::function<void()> whenRoom);
  void drain();

 private:
  void work();
  void pushCoalescing(Event event);
  void dropOldest();
  std::vector<Event> take();

  const Engine::Subscriber m_subscriber;
  const Manner m_manner;

  mutable std::mutex m_mutex;
  std::condition_variable m_wake;
  std::condition_variable m_delivered;
  std::deque<Event> m_queue;
  std::function<void()> m_whenRoom;
  size_t m_missed = 0;
  bool m_delivering = false;
  bool m_hurried = false;  // somebody drains: no waiting for the interval
  bool m_ending = false;
  std::thread m_thread;
};

}  // namespace kw

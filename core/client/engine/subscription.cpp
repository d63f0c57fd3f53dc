// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/subscription.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kw {
namespace {

// What a window cannot read again from the session's rows is kept, whatever the capacity.
bool mayBeDropped(const Event& event) {
  return std::holds_alternative<CandidateStarted>(event) ||
         std::holds_alternative<CandidateDone>(event);
}

bool isProgress(const Event& event) {
  return std::holds_alternative<Progress>(event);
}

}  // namespace

Subscription::Subscription(Engine::Subscriber subscriber, Manner manner)
    : m_subscriber(std::move(subscriber)), m_manner(manner), m_thread([this] { work(); }) {}

Subscription::~Subscription() {
  {
    const std::lock_guard lock(m_mutex);
    m_ending = true;
  }
  m_wake.notify_all();
  m_thread.join();
}

void Subscription::push(Event event) {
  bool wasEmpty = false;
  {
    const std::lock_guard lock(m_mutex);
    wasEmpty = m_queue.empty();
    if (m_manner.coalescing) {
      pushCoalescing(std::move(event));
    } else {
      m_queue.push_back(std::move(event));
    }
  }
  if (wasEmpty) m_wake.notify_one();
}

// Of several states of progress in one batch only the last says anything.
void Subscription::pushCoalescing(Event event) {
  if (isProgress(event)) std::erase_if(m_queue, isProgress);
  m_queue.push_back(std::move(event));
  if (m_queue.size() > m_manner.capacity) dropOldest();
}

void Subscription::dropOldest() {
  const auto oldest = std::find_if(m_queue.begin(), m_queue.end(), mayBeDropped);
  if (oldest == m_queue.end()) return;
  m_queue.erase(oldest);
  ++m_missed;
}

bool Subscription::hasRoom() const {
  const std::lock_guard lock(m_mutex);
  return m_manner.coalescing || m_queue.size() < m_manner.capacity;
}

void Subscription::setWhenRoom(std::function<void()> whenRoom) {
  const std::lock_guard lock(m_mutex);
  m_whenRoom = std::move(whenRoom);
}

void Subscription::drain() {
  std::unique_lock lock(m_mutex);
  m_hurried = true;
  m_wake.notify_all();
  m_delivered.wait(lock, [this] { return m_queue.empty() && !m_delivering; });
  m_hurried = false;
}

std::vector<Event> Subscription::take() {
  std::vector<Event> batch;
  if (m_missed > 0) batch.emplace_back(Dropped{std::exchange(m_missed, 0)});
  batch.insert(batch.end(), std::make_move_iterator(m_queue.begin()),
               std::make_move_iterator(m_queue.end()));
  m_queue.clear();
  return batch;
}

void Subscription::work() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_wake.wait(lock, [this] { return m_ending || !m_queue.empty(); });
    if (m_queue.empty()) return;
    const bool wasFull = m_queue.size() >= m_manner.capacity;
    const std::vector<Event> batch = take();
    const std::function<void()> whenRoom = wasFull ? m_whenRoom : nullptr;
    m_delivering = true;
    lock.unlock();
    if (whenRoom) whenRoom();
    m_subscriber(batch);
    lock.lock();
    m_delivering = false;
    m_delivered.notify_all();
    if (m_manner.interval.count() > 0)
      m_wake.wait_for(lock, m_manner.interval, [this] { return m_ending || m_hurried; });
  }
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/event_hub.h"

#include <algorithm>
#include <utility>

#include "client/engine/subscription.h"

namespace kw {
namespace {

// About a second's worth of events at full speed.
constexpr size_t losslessCapacity = 4096;
// So that a stream of events does not wake the subscriber for each.
constexpr std::chrono::milliseconds losslessInterval{5};
// Two frames of a window at 60 Hz.
constexpr std::chrono::milliseconds coalescingInterval{33};

}  // namespace

EventHub::EventHub() = default;
EventHub::~EventHub() = default;

void EventHub::addLossless(Engine::Subscriber subscriber) {
  m_subscriptions.push_back(std::make_unique<Subscription>(
      std::move(subscriber),
      Subscription::Manner{.capacity = losslessCapacity, .interval = losslessInterval}));
}

void EventHub::addCoalescing(Engine::Subscriber subscriber, size_t capacity) {
  m_subscriptions.push_back(std::make_unique<Subscription>(
      std::move(subscriber), Subscription::Manner{.coalescing = true,
                                                  .capacity = std::max<size_t>(capacity, 1),
                                                  .interval = coalescingInterval}));
}

void EventHub::publish(Event event) {
  if (m_subscriptions.empty()) return;
  // Copied for all but the last: events hold whole evaluations.
  for (size_t i = 0; i + 1 < m_subscriptions.size(); ++i)
    m_subscriptions[i]->push(event);
  m_subscriptions.back()->push(std::move(event));
}

bool EventHub::hasRoom() const {
  return std::all_of(m_subscriptions.begin(), m_subscriptions.end(),
                     [](const auto& subscription) { return subscription->hasRoom(); });
}

void EventHub::setWhenRoom(std::function<void()> whenRoom) {
  for (const auto& subscription : m_subscriptions)
    subscription->setWhenRoom(whenRoom);
}

void EventHub::drain() {
  for (const auto& subscription : m_subscriptions)
    subscription->drain();
}

}  // namespace kw

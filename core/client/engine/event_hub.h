// SPDX-License-Identifier: GPL-3.0-or-later
// Brings events from the engine to its subscribers, each on a thread of its own, so that the engine
// never waits inside a subscriber.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "client/engine/engine.h"

namespace kw {

class Subscription;

class EventHub {
 public:
  EventHub();
  ~EventHub();  // delivers what is left, then ends the threads
  EventHub(const EventHub&) = delete;
  EventHub& operator=(const EventHub&) = delete;

  void addLossless(Engine::Subscriber subscriber);
  // `capacity`: events kept between two deliveries; further ones push out the oldest.
  void addCoalescing(Engine::Subscriber subscriber, size_t capacity);

  void publish(Event event);
  // False while a lossless subscriber is far behind: the engine then asks for nothing new until
  // `whenRoom` is called, on that subscriber's thread.
  bool hasRoom() const;
  void setWhenRoom(std::function<void()> whenRoom);
  // Returns once every subscriber has had everything.
  void drain();

 private:
  std::vector<std::unique_ptr<Subscription>> m_subscriptions;
};

}  // namespace kw

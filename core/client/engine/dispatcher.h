// SPDX-License-Identifier: GPL-3.0-or-later
// Hands work to evaluators, as much at a time as each wants, and takes back what they could not do.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "client/engine/work.h"

namespace kw {

class Dispatcher {
 public:
  struct Handlers {
    std::function<void(const WorkPtr&, Evaluator&, const std::string& phase)> started;
    std::function<void(const WorkPtr&, Evaluator&, Result<Evaluation>)> done;
  };

  Dispatcher(const std::vector<Evaluator*>& evaluators, Protocol protocol, Handlers handlers);
  Dispatcher(const Dispatcher&) = delete;
  Dispatcher& operator=(const Dispatcher&) = delete;

  void add(WorkPtr work) { m_waiting.push_back(std::move(work)); }
  void addFirst(WorkPtr work) { m_waiting.push_front(std::move(work)); }
  // Sends what there is room for.
  void dispatch();
  // While set, only work that is pinned to an evaluator is sent.
  void setOnlyPinned(bool onlyPinned) { m_onlyPinned = onlyPinned; }
  // Gives up an evaluator: nothing more is sent to it.
  void retire(Evaluator& evaluator);

  // Of all usable evaluators together.
  size_t appetite() const;
  bool anyUsable() const;
  size_t inFlight() const;

  // What waits for this evaluator alone.
  std::vector<WorkPtr> takePinnedTo(const Evaluator& evaluator);
  // What was not sent yet.
  std::vector<WorkPtr> takeWaiting();
  void cancelInFlight();

 private:
  struct Slot {
    Evaluator* evaluator = nullptr;
    bool retired = false;
    std::map<Evaluator::Ticket, WorkPtr> inFlight;

    bool usable() const { return !retired && evaluator->usable(); }
  };
  WorkPtr takeFor(const Evaluator& evaluator);
  void send(size_t slot, const WorkPtr& work);
  void finished(size_t slot, const WorkPtr& work, Result<Evaluation> result);

  std::vector<Slot> m_slots;
  Protocol m_protocol;
  Handlers m_handlers;
  std::deque<WorkPtr> m_waiting;
  bool m_onlyPinned = false;
  std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);  // evaluators may outlive this
};

}  // namespace kw

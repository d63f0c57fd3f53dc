// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/dispatcher.h"

#include <algorithm>
#include <utility>

namespace kw {

Dispatcher::Dispatcher(const std::vector<Evaluator*>& evaluators, Protocol protocol,
                       Handlers handlers)
    : m_protocol(std::move(protocol)), m_handlers(std::move(handlers)) {
  for (Evaluator* evaluator : evaluators)
    m_slots.push_back(Slot{evaluator});
}

void Dispatcher::dispatch() {
  // In turn, so that several evaluators share what there is.
  bool sent = true;
  while (sent && !m_waiting.empty()) {
    sent = false;
    for (size_t i = 0; i < m_slots.size(); ++i) {
      const Slot& slot = m_slots[i];
      if (!slot.usable() || slot.inFlight.size() >= slot.evaluator->appetite()) continue;
      if (const WorkPtr work = takeFor(*slot.evaluator)) {
        send(i, work);
        sent = true;
      }
    }
  }
}

WorkPtr Dispatcher::takeFor(const Evaluator& evaluator) {
  const auto found = std::find_if(m_waiting.begin(), m_waiting.end(), [&](const WorkPtr& work) {
    return work->pinned ? work->pinned == &evaluator : !m_onlyPinned;
  });
  if (found == m_waiting.end()) return nullptr;
  WorkPtr work = std::move(*found);
  m_waiting.erase(found);
  return work;
}

void Dispatcher::send(size_t slot, const WorkPtr& work) {
  Evaluator& evaluator = *m_slots[slot].evaluator;
  std::weak_ptr<bool> alive = m_alive;
  // The ticket is known only after the call, and done() never comes from inside it.
  Evaluator::Handlers handlers;
  handlers.started = [this, alive, slot, work](const std::string& phase) {
    if (!alive.expired()) m_handlers.started(work, *m_slots[slot].evaluator, phase);
  };
  handlers.done = [this, alive, slot, work](Result<Evaluation> result) {
    if (!alive.expired()) finished(slot, work, std::move(result));
  };
  work->ticket = evaluator.evaluate(work->request, m_protocol, std::move(handlers));
  m_slots[slot].inFlight.emplace(work->ticket, work);
}

void Dispatcher::finished(size_t slot, const WorkPtr& work, Result<Evaluation> result) {
  m_slots[slot].inFlight.erase(work->ticket);
  m_handlers.done(work, *m_slots[slot].evaluator, std::move(result));
}

void Dispatcher::retire(Evaluator& evaluator) {
  for (Slot& slot : m_slots)
    if (slot.evaluator == &evaluator) slot.retired = true;
}

size_t Dispatcher::appetite() const {
  size_t sum = 0;
  for (const Slot& slot : m_slots)
    if (slot.usable()) sum += slot.evaluator->appetite();
  return sum;
}

bool Dispatcher::anyUsable() const {
  return std::any_of(m_slots.begin(), m_slots.end(),
                     [](const Slot& slot) { return slot.usable(); });
}

size_t Dispatcher::inFlight() const {
  size_t sum = 0;
  for (const Slot& slot : m_slots)
    sum += slot.inFlight.size();
  return sum;
}

std::vector<WorkPtr> Dispatcher::takePinnedTo(const Evaluator& evaluator) {
  std::vector<WorkPtr> taken;
  std::erase_if(m_waiting, [&](const WorkPtr& work) {
    if (work->pinned != &evaluator) return false;
    taken.push_back(work);
    return true;
  });
  return taken;
}

std::vector<WorkPtr> Dispatcher::takeWaiting() {
  std::vector<WorkPtr> waiting(m_waiting.begin(), m_waiting.end());
  m_waiting.clear();
  return waiting;
}

void Dispatcher::cancelInFlight() {
  for (Slot& slot : m_slots) {
    std::vector<Evaluator::Ticket> tickets;
    for (const auto& [ticket, work] : slot.inFlight)
      tickets.push_back(ticket);
    for (const Evaluator::Ticket ticket : tickets)
      slot.evaluator->cancel(ticket);
  }
}

}  // namespace kw

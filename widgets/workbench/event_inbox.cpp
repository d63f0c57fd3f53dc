// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/event_inbox.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kw {

bool RunBatch::empty() const {
  return !started && rows.empty() && notable.empty() && !progress && phase.empty() &&
         notices.empty() && missed == 0;
}

void EventInbox::setCases(std::vector<std::string> performanceCases) {
  const std::lock_guard lock(m_mutex);
  m_cases = std::move(performanceCases);
}

void EventInbox::push(const std::vector<Event>& events) {
  bool wasEmpty = false;
  {
    const std::lock_guard lock(m_mutex);
    wasEmpty = m_batch.empty();
    for (const Event& event : events)
      add(event);
    wasEmpty = wasEmpty && !m_batch.empty();
  }
  if (wasEmpty) m_ready();
}

void EventInbox::add(const CandidateDone& event) {
  m_batch.rows.push_back(view::rowOf(event.evaluation, m_cases));
  if (event.newBest || !event.evaluation.candidate.isTemplate)
    m_batch.notable.push_back(std::make_shared<const Evaluation>(event.evaluation));
}

void EventInbox::add(const Event& event) {
  if (const auto* started = std::get_if<RunStarted>(&event)) m_batch.started = *started;
  if (const auto* done = std::get_if<CandidateDone>(&event)) add(*done);
  if (const auto* progress = std::get_if<Progress>(&event)) m_batch.progress = *progress;
  if (const auto* notice = std::get_if<Notice>(&event)) m_batch.notices.push_back(notice->text);
  if (const auto* dropped = std::get_if<Dropped>(&event)) m_batch.missed += dropped->missed;
  if (const auto* started = std::get_if<CandidateStarted>(&event))
    m_batch.phase = started->candidate.label() + ": " + started->phase;
}

bool EventInbox::idle() {
  const std::lock_guard lock(m_mutex);
  return m_batch.empty();
}

RunBatch EventInbox::take(size_t rows) {
  const std::lock_guard lock(m_mutex);
  RunBatch taken = std::exchange(m_batch, RunBatch());
  if (taken.rows.size() > rows) {
    const auto cut = taken.rows.begin() + static_cast<ptrdiff_t>(rows);
    m_batch.rows.assign(std::make_move_iterator(cut), std::make_move_iterator(taken.rows.end()));
    taken.rows.erase(cut, taken.rows.end());
  }
  return taken;
}

}  // namespace kw

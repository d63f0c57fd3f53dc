// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/asker.h"

#include <utility>

namespace kw {

Asker::Asker(std::unique_ptr<Strategy> strategy, std::optional<size_t> limit)
    : m_strategy(std::move(strategy)), m_limit(limit) {}

std::optional<Asker::Asked> Asker::next() {
  if (done()) return std::nullopt;
  const size_t window = m_strategy->window();
  const size_t tellsFirst = m_asked >= window ? m_asked - window + 1 : 0;
  while (m_told < tellsFirst)
    if (!tellNext()) return std::nullopt;
  std::optional<size_t> index = m_strategy->ask();
  // It wants to learn more first: one tell at a time, so that here too timing decides nothing.
  while (!index && !m_strategy->exhausted() && tellNext())
    index = m_strategy->ask();
  if (!index) return std::nullopt;
  m_untold.emplace_back();
  return Asked{m_asked++, *index};
}

void Asker::finished(size_t order, const Observation& observation) {
  m_untold[order - m_told] = observation;
  // Strategies that do not learn are told as early as can be, which keeps the list short.
  if (m_strategy->window() == Strategy::unlimited)
    while (tellNext()) {
    }
}

bool Asker::done() const {
  return (m_limit && m_asked >= *m_limit) || m_strategy->exhausted();
}

bool Asker::tellNext() {
  if (m_untold.empty() || !m_untold.front()) return false;
  m_strategy->tell(*m_untold.front());
  m_untold.pop_front();
  ++m_told;
  return true;
}

}  // namespace kw

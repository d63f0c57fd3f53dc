// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/pace.h"

#include <algorithm>
#include <utility>

namespace kw {

void Pace::setPaused(bool paused) {
  if (paused == m_pausedSince.has_value()) return;
  if (paused) {
    m_pausedSince = Clock::now();
  } else {
    m_pauses += Clock::now() - *std::exchange(m_pausedSince, std::nullopt);
  }
}

std::chrono::duration<double> Pace::elapsed() const {
  return m_pausedSince.value_or(Clock::now()) - m_begun - m_pauses;
}

double Pace::rate(size_t fresh) const {
  const double seconds = (elapsed() - m_searchBegun).count();
  return seconds > 0 ? static_cast<double>(fresh) / seconds : 0;
}

double Pace::secondsLeft(size_t done, size_t fresh, const Budgets& budgets) const {
  double left = -1;
  if (budgets.total > 0 && done >= budgets.total) return 0;
  const double perSecond = rate(fresh);
  if (budgets.total > 0 && perSecond > 0)
    left = static_cast<double>(budgets.total - done) / perSecond;
  if (budgets.time) {
    const double byTime =
        std::max(0.0, (std::chrono::duration<double>(*budgets.time) - elapsed()).count());
    left = left < 0 ? byTime : std::min(left, byTime);
  }
  return left;
}

}  // namespace kw

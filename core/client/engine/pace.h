// SPDX-License-Identifier: GPL-3.0-or-later
// A run's clock, which stands still while the run is paused, and what can be foretold from it.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

namespace kw {

class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  Pace() : m_begun(Clock::now()) {}

  void setPaused(bool paused);
  bool paused() const { return m_pausedSince.has_value(); }
  // Pauses left out.
  std::chrono::duration<double> elapsed() const;

  // From here on candidates are evaluated; the sources before took time of their own.
  void searchBegins() { m_searchBegun = elapsed(); }
  // Candidates a second, of `fresh` that were evaluated since searchBegins(). 0: not known yet.
  double rate(size_t fresh) const;

  struct Budgets {
    size_t total = 0;  // candidates; 0: limited by time alone
    std::optional<std::chrono::milliseconds> time;
  };
  // Estimated seconds to the end; negative where nothing can be said yet.
  double secondsLeft(size_t done, size_t fresh, const Budgets& budgets) const;

 private:
  Clock::time_point m_begun;
  std::optional<Clock::time_point> m_pausedSince;
  Clock::duration m_pauses{0};
  std::chrono::duration<double> m_searchBegun{0};
};

}  // namespace kw

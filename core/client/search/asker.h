// SPDX-License-Identifier: GPL-3.0-or-later
// Between a strategy and a run with many candidates in flight: asks within the budget, and tells in
// ask order whatever finishes first.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "client/search/strategy.h"

namespace kw {

class Asker {
 public:
  // `limit`: candidates to ask for at most; none: as many as the strategy has.
  Asker(std::unique_ptr<Strategy> strategy, std::optional<size_t> limit);

  struct Asked {
    size_t order = 0;
    size_t index = 0;
  };
  // Nothing where all is asked, or where a candidate in flight must finish first.
  std::optional<Asked> next();
  // What came of ask number `order`.
  void finished(size_t order, const Observation& observation);

  // Nothing will ever be asked again.
  bool done() const;
  bool exhausted() const { return m_strategy->exhausted(); }
  size_t asked() const { return m_asked; }

 private:
  bool tellNext();

  std::unique_ptr<Strategy> m_strategy;
  std::optional<size_t> m_limit;
  size_t m_asked = 0;
  size_t m_told = 0;
  std::deque<std::optional<Observation>> m_untold;  // of the asks from m_told on
};

}  // namespace kw

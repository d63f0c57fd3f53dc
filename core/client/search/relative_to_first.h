// SPDX-License-Identifier: GPL-3.0-or-later
// Where there is no source kernel to compare with: a strategy is told times over that of the first
// usable configuration. Tells come in the order of asks, so timing decides nothing here either.
#pragma once

#include <memory>

#include "client/search/strategy.h"

namespace kw {

class RelativeToFirst final : public Strategy {
 public:
  explicit RelativeToFirst(std::unique_ptr<Strategy> strategy) : m_strategy(std::move(strategy)) {}

  std::string_view name() const override { return m_strategy->name(); }
  std::optional<size_t> ask() override { return m_strategy->ask(); }
  // `relative` holds the time itself, in whatever unit.
  void tell(const Observation& observation) override;
  bool exhausted() const override { return m_strategy->exhausted(); }
  size_t window() const override { return m_strategy->window(); }

 private:
  std::unique_ptr<Strategy> m_strategy;
  double m_first = 0;  // 0: none yet
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// A genetic algorithm, one child at a time ("steady state"): two of the fittest are crossed and
// mutated, and the child takes the place of the least fit.
#pragma once

#include <vector>

#include "client/search/learning_strategy.h"

namespace kw {

class Genetic final : public LearningStrategy {
 public:
  using LearningStrategy::LearningStrategy;
  std::string_view name() const override { return "genetic"; }

 protected:
  std::optional<size_t> propose() override;
  void learn(size_t index, double score) override;

 private:
  // A small population, since budgets are of 50 to 500 evaluations. Chosen by hand from about
  // fifteen settings (populations of 6 to 24, patience of 25, 40 and 80, not all combinations) by
  // the geometric mean over convolution on A4000 and A100 and pnpoly: results on these three are
  // therefore a little flattering. 6 and 10 did as well; larger ones lose at 50 evaluations. A
  // population that found nothing better in ten times its size starts again with its best alone.
  static constexpr size_t populationSize = 8;
  static constexpr size_t seedCount = 12;
  static constexpr size_t patience = 80;
  static constexpr int tries = 20;

  struct Member {
    size_t index = 0;
    double score = 0;
  };

  const Member& selected();
  std::optional<size_t> child();
  void beginEpoch();

  std::vector<Member> m_population;  // best first
  size_t m_seeds = 0;                // random ones asked in this epoch
  size_t m_sinceBetter = 0;          // told since the epoch's best was found
};

}  // namespace kw

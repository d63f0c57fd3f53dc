// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983) over configurations that differ in one
// parameter.
#pragma once

#include "client/search/learning_strategy.h"

namespace kw {

class Annealing final : public LearningStrategy {
 public:
  using LearningStrategy::LearningStrategy;
  std::string_view name() const override { return "annealing"; }

 protected:
  std::optional<size_t> propose() override;
  void learn(size_t index, double score) override;

 private:
  // Temperatures in units of the logarithm of time: at the hottest a step that costs a tenth is
  // taken with 37 %, at the coldest one that costs half a percent. It would be cold after 75
  // evaluations, and is hot again, from the best, where 40 found no better one. Twice and half the
  // heat, slower cooling and more patience gave much the same on the recordings named in genetic.h.
  static constexpr size_t firstSeeds = 10;
  static constexpr double hottest = 0.1;
  static constexpr double coldest = 0.005;
  static constexpr double cooling = 0.96;
  static constexpr size_t patience = 40;
  static constexpr int tries = 60;

  struct Point {
    size_t index = 0;
    double score = 0;
  };

  bool accepts(double score);
  std::optional<size_t> step();
  void reheat();

  size_t m_seeds = 0;
  std::optional<Point> m_current;
  std::vector<Axes::Neighbour> m_neighbours;  // of m_current
  double m_temperature = 0;
  size_t m_sinceBetter = 0;
};

}  // namespace kw

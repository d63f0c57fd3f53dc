// SPDX-License-Identifier: GPL-3.0-or-later
// Particle swarm (Kennedy and Eberhart, 1995): particles drawn to the best place they knew and to
// the best that any of them knew.
#pragma once

#include <unordered_map>
#include <vector>

#include "client/search/learning_strategy.h"

namespace kw {

class ParticleSwarm final : public LearningStrategy {
 public:
  using LearningStrategy::LearningStrategy;
  std::string_view name() const override { return "particle-swarm"; }

 protected:
  std::optional<size_t> propose() override;
  void learn(size_t index, double score) override;

 private:
  // Inertia and pull are, rounded, those at which a swarm converges (Clerc and Kennedy, 2002). Size
  // and patience as in genetic.h; on the recordings named there, 8 and 12 did much the same.
  static constexpr size_t swarmSize = 8;
  static constexpr double inertia = 0.7;
  static constexpr double pull = 1.5;
  static constexpr size_t patience = 80;
  static constexpr int tries = 40;

  struct Particle {
    std::vector<double> place, velocity;  // in ranks
    size_t bestIndex = 0;
    double bestScore = 0;
  };

  void add(size_t index, double score);
  size_t moved(Particle& particle);
  void arrived(Particle& particle, size_t index, double score);
  void disperse();

  std::vector<Particle> m_swarm;
  size_t m_seeds = 0;
  size_t m_next = 0;
  std::unordered_map<size_t, size_t> m_moving;  // in flight: which particle
  size_t m_sinceBetter = 0;
};

}  // namespace kw

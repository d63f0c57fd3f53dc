// SPDX-License-Identifier: GPL-3.0-or-later
// What configurations cost to try: a Gaussian process over the logarithm of the seconds that each
// took, so that a strategy can weigh what it expects to gain against what that takes. (Snoek,
// Larochelle and Adams, Practical Bayesian Optimization of Machine Learning Algorithms, 2012,
// section 3.2: expected improvement per second.) Unrolled loops and large tiles take a compiler
// many times longer than others. In simulations (60 runs each), runs reached 95 % of the optimum of
// two convolutions in three quarters of the time, with as good a best after as many evaluations,
// and of pnpoly as fast as without; half the weight gained half as much.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "client/search/surrogate/coordinates.h"
#include "client/search/surrogate/kernel.h"
#include "client/search/surrogate/pool_posterior.h"
#include "model/space/valid_space.h"

namespace kw {

class EvaluationCosts {
 public:
  // Both outlive it.
  EvaluationCosts(const ValidSpace& space, const surrogate::Coordinates& coordinates);

  // What this one took, usable or not. Not above 0, or no number: it is not known.
  void learn(size_t index, double seconds);
  // Learns the shape anew, from the latest, and speaks of these points from now on.
  void renew(const std::vector<float>& poolPoints);
  // Takes in what was learned since.
  void update();
  // The logarithm of what one of the pool is expected to take over the mean of all; 0 for all while
  // too few are known or they hardly differ.
  double logarithm(size_t inPool) const;

 private:
  struct Known {
    size_t index = 0;
    double logarithm = 0;
  };
  void observe(const Known& known);
  void standardise();

  const ValidSpace& m_space;
  const surrogate::Coordinates& m_coordinates;
  std::vector<Known> m_known;  // in order
  double m_mean = 0, m_deviation = 0;
  surrogate::KernelShape m_shape;
  std::optional<surrogate::PoolPosterior> m_posterior;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Relative times as a Gaussian process learns them: logarithms, since changes multiply; pressed
// together where they are slow, since what separates slow from slower must not bend the model where
// it is fast; of mean 0 and variance 1.
#pragma once

#include <vector>

namespace kw {

class SearchTargets {
 public:
  // From scores (over 0) as they stand; at least one.
  explicit SearchTargets(const std::vector<double>& scores);
  double of(double score) const;

 private:
  double pressed(double score) const;

  double m_limit;  // logarithm from which on times are pressed
  double m_mean = 0, m_deviation = 1;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// The covariance of a Gaussian process over configurations: Matérn with smoothness 3/2, a length
// scale for each group of columns. (Rasmussen and Williams, Gaussian Processes for Machine
// Learning, 2006, equation 4.17; smoothness 3/2 follows times that change at once better than 5/2
// or a squared exponential; 1/2 spreads too little of what was learned.)
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

namespace kw::surrogate {

// Logarithms, since that is how they are learned. Targets have a variance of about 1.
struct KernelShape {
  std::vector<double> logLengths;  // per group: the distance over which times go together
  double logSignal = 0;            // the variance that distance explains
  double logNoise = 0;             // and that it does not
};

// Of a distance over the length scales: 1 at 0, falling to 0.
inline double covariance(double distance) {
  const double scaled = std::numbers::sqrt3 * distance;
  return (1 + scaled) * std::exp(-scaled);
}
inline float covariance(float distance) {
  const float scaled = std::numbers::sqrt3_v<float> * distance;
  return (1 + scaled) * std::exp(-scaled);
}
// -2 times its derivative by the squared distance, which is finite at 0.
inline double covarianceSlope(double distance) {
  return 3 * std::exp(-std::numbers::sqrt3 * distance);
}

}  // namespace kw::surrogate

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/surrogate/expected_improvement.h"

#include <cmath>
#include <numbers>

namespace kw::surrogate {

namespace {

// From here down the two terms cancel; Phi's tail is phi(z)/|z| (1 - 1/z² + …), so phi(z)/z² is
// left.
constexpr double tail = -6;

}  // namespace

double logExpectedImprovement(double best, double mean, double deviation) {
  const double z = (best - mean) / deviation;
  const double logDensity = -z * z / 2 - std::log(2 * std::numbers::pi) / 2;
  if (z < tail) return std::log(deviation) + logDensity - 2 * std::log(-z);
  const double below = std::erfc(-z / std::numbers::sqrt2) / 2;
  return std::log(deviation * (z * below + std::exp(logDensity)));
}

}  // namespace kw::surrogate

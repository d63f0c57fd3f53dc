// SPDX-License-Identifier: GPL-3.0-or-later
// Axes of plots: ranges and ticks at round values.
#pragma once

#include <cstddef>
#include <vector>

namespace kw {

inline constexpr size_t mostTicks = 6;

// At most six round values that cover low to high (both over 0): 1, 2, 5 times a power of ten.
struct Axis {
  bool logarithmic = false;
  double low = 0, high = 1;
  std::vector<double> ticks;
  double position(double value) const;  // 0 at low, 1 at high
};

// From 0 to the round value that is not below `high`.
Axis linearAxis(double high);
// Starts and ends at a decade.
Axis logarithmicAxis(double low, double high);
// Logarithmic where high is over 8 times low.
Axis axisFor(double low, double high);

// Round values from low to high, at most six, for a range that ends anywhere. A logarithmic one
// (low over 0) gets decades, and steps of 1, 2, 5 or of equal size where too few decades fit.
std::vector<double> ticksWithin(double low, double high, bool logarithmic);

}  // namespace kw

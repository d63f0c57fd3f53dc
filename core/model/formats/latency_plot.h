// SPDX-License-Identifier: GPL-3.0-or-later
// Latency of each candidate in order of completion, as SVG that CSS colours.
#pragma once

#include <string>
#include <vector>

#include "model/formats/standing.h"

namespace kw {

// Every candidate is in the picture: verified ones as circles, failed ones as crosses on the lower
// edge, the best so far as a step line, the source as a line with a square. "" where nothing was
// timed.
std::string latencyPlotSvg(const Standing& standing);

// At most six round values that cover low to high (both over 0): 1, 2, 5 times a power of ten; for
// a logarithmic axis where high is over 8 times low, starting at a decade.
struct Axis {
  bool logarithmic = false;
  double low = 0, high = 1;
  std::vector<double> ticks;
  double position(double value) const;  // 0 at low, 1 at high
};
Axis axisFor(double low, double high);

}  // namespace kw

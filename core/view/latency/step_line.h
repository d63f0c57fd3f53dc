// SPDX-License-Identifier: GPL-3.0-or-later
// The best so far as the corners of a step line, thinned to what a plot can show.
#pragma once

#include <vector>

#include "view/latency/latency_axes.h"
#include "view/latency/latency_points.h"

namespace kw::view {

struct PlotXY {
  double x = 0, y = 0;
  friend bool operator==(const PlotXY&, const PlotXY&) = default;
};

// Corners in order of x, from the first record to `lastOrder`. Within `range` of orders, shown
// `columns` pixels wide, at most two points a column: the level on entering and the lowest one.
// Columns without a record have none. Outside the range only the levels at its edges are kept.
std::vector<PlotXY> bestSoFar(const std::vector<LatencyPoint>& records, double lastOrder,
                              Range range, int columns);

}  // namespace kw::view

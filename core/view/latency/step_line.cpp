// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/latency/step_line.h"

#include <algorithm>
#include <cmath>

namespace kw::view {

std::vector<PlotXY> bestSoFar(const std::vector<LatencyPoint>& records, double lastOrder,
                              Range range, int columns) {
  std::vector<PlotXY> corners;
  if (records.empty() || columns <= 0 || !(range.high > range.low)) return corners;
  const double width = (range.high - range.low) / columns;
  const auto columnOf = [&](double order) { return std::floor((order - range.low) / width); };
  size_t i = 0;
  // The level at the left edge.
  while (i < records.size() && records[i].order < range.low)
    ++i;
  if (i > 0) corners.push_back({range.low, records[i - 1].milliseconds});
  while (i < records.size() && records[i].order <= range.high) {
    const double first = records[i].order, column = columnOf(first);
    size_t last = i;
    while (last + 1 < records.size() && records[last + 1].order <= range.high &&
           columnOf(records[last + 1].order) == column)
      ++last;
    if (!corners.empty()) corners.push_back({first, corners.back().y});
    corners.push_back({first, records[last].milliseconds});
    i = last + 1;
  }
  if (corners.empty()) return corners;
  const double end = std::min(lastOrder, range.high);
  if (end > corners.back().x) corners.push_back({end, corners.back().y});
  return corners;
}

}  // namespace kw::view

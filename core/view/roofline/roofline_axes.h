// SPDX-License-Identifier: GPL-3.0-or-later
// The ranges that a roofline plot covers, and the lines of its roofs within them.
#pragma once

#include <string>
#include <vector>

#include "view/roofline/roofline_points.h"

namespace kw::view {

class RooflineAxes {
 public:
  // Covers these too; says whether a range changed. Ranges grow in steps and never shrink.
  bool include(const RooflinePoints& points, const std::vector<Roof>& roofs);
  // Exactly these from now on.
  void reset(const RooflinePoints& points, const std::vector<Roof>& roofs);

  // Operations for each byte, from a decade to a decade; or orders of completion, from 0.
  Range x() const { return m_x; }
  // Operations or bytes a second.
  Range y() const { return m_y; }
  bool isBandwidth() const { return m_isBandwidth; }
  bool isLogarithmicY() const { return m_isLogarithmicY; }
  // In which unit the y axis is labelled ("Gop/s", "GB/s"), and how many of it 1 a second is. So
  // that the lowest label is at least 1 where that can be.
  std::string unit() const;
  double factor() const;

 private:
  void grow(double lowX, double highX, double lowY, double highY);
  bool m_isBandwidth = false, m_isLogarithmicY = true, m_any = false;
  Range m_x{0.1, 1000}, m_y{1e9, 1e13};
  Range m_neededX, m_neededY;
};

// The ends of a roof's line in a plot with these axes. A bandwidth rises until it meets the highest
// arithmetic roof; an arithmetic roof begins where the highest bandwidth meets it. Without
// intensity, a bandwidth is level and an arithmetic roof has no line: then there are no ends.
std::vector<PlotXY> lineOf(const Roof& roof, const std::vector<Roof>& roofs,
                           const RooflineAxes& axes);

}  // namespace kw::view

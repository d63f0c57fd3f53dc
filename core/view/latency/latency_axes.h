// SPDX-License-Identifier: GPL-3.0-or-later
// The range that a plot of latencies covers: it grows in steps and shrinks only when asked.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/formats/axis.h"
#include "view/latency/latency_points.h"

namespace kw::view {

struct Range {
  double low = 0, high = 1;
  friend bool operator==(const Range&, const Range&) = default;
};

class LatencyAxes {
 public:
  // Covers these points too; says whether a range changed.
  bool include(const LatencyPoints& points);
  // Exactly these points, and this scale, from now on.
  void reset(const LatencyPoints& points, bool logarithmic);

  bool logarithmic() const { return m_logarithmic; }
  // Order of completion, from 0.
  Range order() const { return m_order; }
  // Milliseconds. From 0, or from a decade to a decade.
  Range time() const { return m_time; }
  // In which unit the time axis is labelled ("µs" or "ms"), and how many of it a millisecond is.
  // It goes from µs to ms where the range grows, never back.
  std::string_view unit() const;
  double factor() const;

 private:
  bool m_logarithmic = false;
  Range m_order{0, 10};
  Range m_time{0, 1};
  bool m_anyTime = false;
};

// Would linear ticks press most of the points together?
bool spansDecades(const LatencyPoints& points);

}  // namespace kw::view

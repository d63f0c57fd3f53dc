// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/latency/latency_axes.h"

#include <algorithm>

#include "model/formats/wording.h"

namespace kw::view {

namespace {

constexpr double fewestCandidates = 10;

}  // namespace

bool LatencyAxes::include(const LatencyPoints& points) {
  const Range order = m_order, time = m_time;
  const double wanted = std::max<double>(points.lastOrder(), fewestCandidates);
  if (wanted > m_order.high) m_order.high = linearAxis(wanted).high;
  if (points.highest() > 0) {
    const bool outside =
        !m_anyTime || points.highest() > m_time.high || points.lowest() < m_time.low;
    if (outside) {
      const double low = m_anyTime ? std::min(m_time.low, points.lowest()) : points.lowest();
      const double high = m_anyTime ? std::max(m_time.high, points.highest()) : points.highest();
      const Axis axis = m_logarithmic ? logarithmicAxis(low, high) : linearAxis(high);
      m_time = {axis.low, axis.high};
    }
    m_anyTime = true;
  }
  return !(order == m_order && time == m_time);
}

void LatencyAxes::reset(const LatencyPoints& points, bool logarithmic) {
  *this = LatencyAxes();
  m_logarithmic = logarithmic;
  if (logarithmic) m_time = {0.1, 1};
  include(points);
}

std::string_view LatencyAxes::unit() const {
  return TimeColumn(m_time.high).unit;
}

double LatencyAxes::factor() const {
  return TimeColumn(m_time.high).factor;
}

bool spansDecades(const LatencyPoints& points) {
  return points.lowest() > 0 && axisFor(points.lowest(), points.highest()).logarithmic;
}

}  // namespace kw::view

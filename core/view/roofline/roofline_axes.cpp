// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/roofline/roofline_axes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/formats/axis.h"

namespace kw::view {

namespace {

constexpr double fewestCandidates = 10;
constexpr double besideRidge = 4;  // so that both sides of a ridge are seen

struct Steps {
  double factor;
  const char* letter;
};
constexpr std::array<Steps, 4> units{{{1e-12, "T"}, {1e-9, "G"}, {1e-6, "M"}, {1e-3, "k"}}};

const Steps& unitFor(double low, double high) {
  for (const Steps& one : units)
    if (low * one.factor >= 1) return one;
  // Nothing fits the lower end: what fits the upper one.
  for (const Steps& one : units)
    if (high * one.factor >= 1) return one;
  return units.back();
}

double highest(const std::vector<Roof>& roofs, Roof::Kind kind) {
  double most = 0;
  for (const Roof& roof : roofs)
    if (roof.kind == kind) most = std::max(most, roof.perSecond);
  return most;
}

double lowest(const std::vector<Roof>& roofs, Roof::Kind kind) {
  double least = 0;
  for (const Roof& roof : roofs)
    if (roof.kind == kind && (least <= 0 || roof.perSecond < least)) least = roof.perSecond;
  return least;
}

void widen(Range& range, double low, double high, bool isFirst) {
  range.low = isFirst ? low : std::min(range.low, low);
  range.high = isFirst ? high : std::max(range.high, high);
}

}  // namespace

void RooflineAxes::reset(const RooflinePoints& points, const std::vector<Roof>& roofs) {
  *this = RooflineAxes();
  include(points, roofs);
}

bool RooflineAxes::include(const RooflinePoints& points, const std::vector<Roof>& roofs) {
  const Range x = m_x, y = m_y;
  m_isBandwidth = points.isBandwidth();
  const double bandwidth = highest(roofs, Roof::Kind::bandwidth);
  const double slowest = lowest(roofs, Roof::Kind::bandwidth);
  if (m_isBandwidth) {
    const double last = std::max<double>(points.lastOrder(), fewestCandidates);
    const double low = points.empty() ? slowest : points.y().low;
    const double high = std::max(points.empty() ? 0 : points.y().high, bandwidth);
    if (high > 0) grow(0, last, slowest > 0 ? std::min(low, slowest) : low, high);
    return !(x == m_x && y == m_y);
  }
  if (!points.empty()) grow(points.x().low, points.x().high, points.y().low, points.y().high);
  const double rate = highest(roofs, Roof::Kind::arithmetic);
  const double leastRate = lowest(roofs, Roof::Kind::arithmetic);
  if (bandwidth > 0 && rate > 0)
    grow(leastRate / bandwidth / besideRidge, rate / slowest * besideRidge,
         std::min(leastRate / besideRidge, points.empty() ? rate : points.y().low), rate);
  else if (rate > 0)
    grow(m_any ? m_neededX.low : 0.1, m_any ? m_neededX.high : 100, leastRate / besideRidge, rate);
  else if (bandwidth > 0 && m_any)
    grow(m_neededX.low, m_neededX.high, slowest * m_neededX.low, bandwidth * m_neededX.high);
  return !(x == m_x && y == m_y);
}

void RooflineAxes::grow(double lowX, double highX, double lowY, double highY) {
  widen(m_neededX, lowX, highX, !m_any);
  widen(m_neededY, lowY, highY, !m_any);
  m_any = true;
  const Axis x =
      m_isBandwidth ? linearAxis(m_neededX.high) : logarithmicAxis(m_neededX.low, m_neededX.high);
  const Axis y = m_isBandwidth ? axisFor(m_neededY.low, m_neededY.high)
                               : logarithmicAxis(m_neededY.low, m_neededY.high);
  m_isLogarithmicY = y.logarithmic;
  m_x = {x.low, x.high};
  m_y = {y.low, y.high};
}

std::string RooflineAxes::unit() const {
  return unitFor(m_isLogarithmicY ? m_y.low : m_y.high / 100, m_y.high).letter +
         std::string(m_isBandwidth ? "B/s" : "op/s");
}

double RooflineAxes::factor() const {
  return unitFor(m_isLogarithmicY ? m_y.low : m_y.high / 100, m_y.high).factor;
}

std::vector<PlotXY> lineOf(const Roof& roof, const std::vector<Roof>& roofs,
                           const RooflineAxes& axes) {
  const Range x = axes.x();
  const bool isLevel = axes.isBandwidth();
  if (roof.kind == Roof::Kind::bandwidth) {
    if (isLevel) return {{x.low, roof.perSecond}, {x.high, roof.perSecond}};
    const double rate = highest(roofs, Roof::Kind::arithmetic);
    const double end = rate > 0 ? std::min(rate / roof.perSecond, x.high) : x.high;
    return {{x.low, x.low * roof.perSecond}, {end, end * roof.perSecond}};
  }
  if (isLevel) return {};
  const double fastest = highest(roofs, Roof::Kind::bandwidth);
  const double begin = fastest > 0 ? std::max(roof.perSecond / fastest, x.low) : x.low;
  return {{begin, roof.perSecond}, {x.high, roof.perSecond}};
}

}  // namespace kw::view

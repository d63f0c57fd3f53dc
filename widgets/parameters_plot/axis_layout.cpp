// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parameters_plot/axis_layout.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kw {

namespace {

constexpr double widestSpread = 14;  // pixels

}  // namespace

AxisLayout::AxisLayout(const QRectF& area, const view::ParameterLines& lines,
                       std::vector<size_t> order, view::Range time)
    : m_area(area), m_order(std::move(order)), m_time(time) {
  for (const size_t axis : m_order)
    m_counts.push_back(std::max<size_t>(1, lines.axes()[axis].values.size()));
}

double AxisLayout::spacing() const {
  return m_order.empty() ? m_area.width() : m_area.width() / static_cast<double>(m_order.size());
}

double AxisLayout::x(size_t shown) const {
  return m_area.left() + spacing() * static_cast<double>(shown);
}

double AxisLayout::valueY(size_t shown, double share) const {
  return m_area.bottom() - m_area.height() * share / static_cast<double>(m_counts[shown]);
}

double AxisLayout::timeY(double milliseconds) const {
  return m_area.top() + m_area.height() * view::quickness(milliseconds, m_time.low, m_time.high);
}

double AxisLayout::timeAt(double y) const {
  const double at = std::clamp((m_area.bottom() - y) / m_area.height(), 0.0, 1.0);
  return m_time.low * std::pow(m_time.high / m_time.low, at);
}

uint16_t AxisLayout::valueAt(size_t shown, double y) const {
  const double count = static_cast<double>(m_counts[shown]);
  const double share = (m_area.bottom() - y) / m_area.height() * count;
  return static_cast<uint16_t>(std::clamp(share, 0.0, count - 1));
}

std::optional<size_t> AxisLayout::axisAt(double at, double reach) const {
  for (size_t shown = 0; shown < axes(); ++shown)
    if (std::abs(x(shown) - at) <= reach) return shown;
  return std::nullopt;
}

double AxisLayout::spread(size_t shown, double quickness) const {
  const double room = m_area.height() / static_cast<double>(m_counts[shown]);
  return (quickness - 0.5) * std::min(widestSpread, room * 0.6);
}

std::optional<QPointF> AxisLayout::corner(const view::ParameterLines& lines, size_t line,
                                          size_t shown) const {
  const double time = lines.milliseconds(line);
  if (isTime(shown)) {
    if (time <= 0) return std::nullopt;
    return QPointF(x(shown), timeY(time));
  }
  const uint16_t value = lines.value(line, m_order[shown]);
  if (value == view::ParameterLines::unknown) return std::nullopt;
  const double quick = time > 0 ? view::quickness(time, m_time.low, m_time.high) : 0.5;
  return QPointF(x(shown), valueY(shown, value + 0.5) + spread(shown, quick));
}

std::vector<QPointF> AxisLayout::corners(const view::ParameterLines& lines, size_t line) const {
  std::vector<QPointF> points;
  for (size_t shown = 0; shown < axes(); ++shown)
    if (const auto point = corner(lines, line, shown)) points.push_back(*point);
  return points;
}

std::optional<double> AxisLayout::heightAt(const view::ParameterLines& lines, size_t line,
                                           double at) const {
  const double place = (at - m_area.left()) / spacing();
  const auto left = static_cast<size_t>(
      std::clamp(std::floor(place), 0.0, static_cast<double>(m_order.size()) - 1));
  const auto from = corner(lines, line, left), to = corner(lines, line, left + 1);
  if (!from || !to) return std::nullopt;
  const double share = std::clamp((at - from->x()) / (to->x() - from->x()), 0.0, 1.0);
  return from->y() + (to->y() - from->y()) * share;
}

}  // namespace kw

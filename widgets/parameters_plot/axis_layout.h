// SPDX-License-Identifier: GPL-3.0-or-later
// Where axes and values of parallel coordinates lie in a widget.
#pragma once

#include <QPointF>
#include <QRectF>
#include <optional>
#include <vector>

#include "view/parameters/line_bundles.h"

namespace kw {

// Shown axes are numbered from the left; the last one is the time.
class AxisLayout {
 public:
  AxisLayout() = default;
  // `area` is where the lines are; the axes stand from its left to its right edge.
  AxisLayout(const QRectF& area, const view::ParameterLines& lines, std::vector<size_t> order,
             view::Range time);

  size_t axes() const { return m_order.size() + 1; }
  bool isTime(size_t shown) const { return shown == m_order.size(); }
  size_t parameter(size_t shown) const { return m_order[shown]; }  // of the lines' axes
  const std::vector<size_t>& order() const { return m_order; }
  const QRectF& area() const { return m_area; }
  view::Range time() const { return m_time; }

  double x(size_t shown) const;
  double spacing() const;
  // `share` from 0 (first of the values) to their number; the middle of value v is v + 0.5.
  double valueY(size_t shown, double share) const;
  double timeY(double milliseconds) const;
  double timeAt(double y) const;  // milliseconds
  uint16_t valueAt(size_t shown, double y) const;
  size_t values(size_t shown) const { return m_counts[shown]; }
  // The shown axis within `reach` pixels of x.
  std::optional<size_t> axisAt(double x, double reach) const;
  // Lines of the same value lie side by side by their quickness (0 to 1), within a few pixels.
  double spread(size_t shown, double quickness) const;

  // The line's corners; a value that the axis does not have is passed over.
  std::vector<QPointF> corners(const view::ParameterLines& lines, size_t line) const;
  // The height at which the line crosses x; none where it has no piece there.
  std::optional<double> heightAt(const view::ParameterLines& lines, size_t line, double x) const;

 private:
  std::optional<QPointF> corner(const view::ParameterLines& lines, size_t line, size_t shown) const;

  QRectF m_area;
  std::vector<size_t> m_order;
  std::vector<size_t> m_counts;  // values of each shown axis
  view::Range m_time{0.1, 1};
};

}  // namespace kw

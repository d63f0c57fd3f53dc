// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/latency/pixel_grid.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace kw::view {

void PixelGrid::reset(double width, double height) {
  m_width = std::max(width, 0.0);
  m_height = std::max(height, 0.0);
  m_columns = static_cast<int>(m_width / cell) + 1;
  m_rows = static_cast<int>(m_height / cell) + 1;
  m_heads.assign(static_cast<size_t>(m_columns) * m_rows, -1);
  m_points.clear();
}

int PixelGrid::column(double x) const {
  return std::clamp(static_cast<int>(std::clamp(x, 0.0, m_width) / cell), 0, m_columns - 1);
}

int PixelGrid::row(double y) const {
  return std::clamp(static_cast<int>(std::clamp(y, 0.0, m_height) / cell), 0, m_rows - 1);
}

void PixelGrid::add(double x, double y, uint32_t id) {
  if (!(x >= 0 && x <= m_width && y >= 0 && y <= m_height) || m_heads.empty()) return;
  int32_t& head = m_heads[static_cast<size_t>(row(y)) * m_columns + column(x)];
  m_points.push_back({static_cast<float>(x), static_cast<float>(y), id, head});
  head = static_cast<int32_t>(m_points.size()) - 1;
}

std::optional<PixelGrid::Hit> PixelGrid::nearest(double x, double y, double radius) const {
  if (m_points.empty() || !std::isfinite(x) || !std::isfinite(y)) return std::nullopt;
  int32_t best = -1;
  double least = radius * radius;
  for (int r = row(y - radius); r <= row(y + radius); ++r)
    for (int c = column(x - radius); c <= column(x + radius); ++c)
      for (int32_t i = m_heads[static_cast<size_t>(r) * m_columns + c]; i >= 0;
           i = m_points[i].next) {
        const double dx = m_points[i].x - x, dy = m_points[i].y - y;
        const double square = dx * dx + dy * dy;
        if (square < least || (square == least && i > best)) {
          least = square;
          best = i;
        }
      }
  if (best < 0) return std::nullopt;
  const Point& point = m_points[best];
  return Hit{point.id, point.x, point.y, std::sqrt(least)};
}

std::optional<PixelGrid::Hit> PixelGrid::next(double x, double y, uint32_t id,
                                              Direction direction) const {
  const bool sideways = direction == Direction::left || direction == Direction::right;
  const double sign = direction == Direction::left || direction == Direction::up ? -1 : 1;
  // Along the direction first; the rest decides among equals, so that each point can be reached.
  const auto place = [&](double px, double py, uint32_t which) {
    const double along = sideways ? px : py, across = sideways ? py : px;
    return std::tuple(sign * along, sign * across, sign * which);
  };
  const auto here = place(static_cast<float>(x), static_cast<float>(y), id);
  const Point* best = nullptr;
  for (const Point& point : m_points) {
    const auto there = place(point.x, point.y, point.id);
    if (there > here && (!best || there < place(best->x, best->y, best->id))) best = &point;
  }
  if (!best) return std::nullopt;
  return Hit{best->id, best->x, best->y, 0};
}

std::vector<uint32_t> PixelGrid::within(double left, double top, double right,
                                        double bottom) const {
  std::vector<int32_t> found;
  if (m_points.empty()) return {};
  for (int r = row(top); r <= row(bottom); ++r)
    for (int c = column(left); c <= column(right); ++c)
      for (int32_t i = m_heads[static_cast<size_t>(r) * m_columns + c]; i >= 0;
           i = m_points[i].next)
        if (m_points[i].x >= left && m_points[i].x <= right && m_points[i].y >= top &&
            m_points[i].y <= bottom)
          found.push_back(i);
  std::sort(found.begin(), found.end());
  std::vector<uint32_t> ids;
  ids.reserve(found.size());
  for (const int32_t i : found)
    ids.push_back(m_points[i].id);
  return ids;
}

}  // namespace kw::view

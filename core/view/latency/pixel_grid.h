// SPDX-License-Identifier: GPL-3.0-or-later
// Which point lies next to the pointer, found in a grid of cells: quick for 100,000 points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kw::view {

class PixelGrid {
 public:
  // Empty, for points within 0 to width and 0 to height (pixels); others are passed over.
  void reset(double width, double height);
  void add(double x, double y, uint32_t id);
  size_t size() const { return m_points.size(); }

  struct Hit {
    uint32_t id = 0;
    double x = 0, y = 0;
    double distance = 0;  // pixels
  };
  // The nearest one at most `radius` away; of several as near, the one added last, which is on top.
  std::optional<Hit> nearest(double x, double y, double radius) const;
  // The next one to the left, right, above or below, however far in the other direction.
  enum class Direction { left, right, up, down };
  std::optional<Hit> next(double x, double y, uint32_t id, Direction direction) const;
  // All within the rectangle, in the order in which they were added.
  std::vector<uint32_t> within(double left, double top, double right, double bottom) const;

 private:
  static constexpr double cell = 16;  // pixels
  struct Point {
    float x, y;
    uint32_t id;
    int32_t next;  // in the same cell; -1: none
  };
  int column(double x) const;
  int row(double y) const;

  double m_width = 0, m_height = 0;
  int m_columns = 0, m_rows = 0;
  std::vector<int32_t> m_heads;
  std::vector<Point> m_points;
};

}  // namespace kw::view

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heat_map/heat_map_layout.h"

#include <algorithm>

namespace kw {

HeatMapLayout::HeatMapLayout(QRectF whole, size_t columns, size_t rows, double left, double top,
                             double right, double bottom, double gap)
    : m_whole(whole),
      m_columns(columns),
      m_rows(rows),
      m_gap(gap),
      m_left(left),
      m_top(top),
      m_right(right),
      m_bottom(bottom) {
  const double wide = std::max(20.0, whole.width() - left - right - gap);
  const double high = std::max(20.0, whole.height() - top - bottom - gap);
  m_width = wide / static_cast<double>(columns + 1);
  m_height = high / static_cast<double>(rows + 1);
  m_cells = QRectF(whole.left() + left, whole.top() + top + m_height + gap,
                   m_width * static_cast<double>(columns), m_height * static_cast<double>(rows));
}

QRectF HeatMapLayout::box(Place place) const {
  const double x = m_cells.left() + m_width * static_cast<double>(place.column) +
                   (place.column == m_columns ? m_gap : 0);
  const double y = m_cells.bottom() - m_height * static_cast<double>(place.row + 1) -
                   (place.row == m_rows ? m_gap : 0);
  return {x, y, m_width, m_height};
}

std::optional<HeatMapLayout::Place> HeatMapLayout::placeAt(QPointF position) const {
  for (size_t row = 0; row <= m_rows; ++row) {
    const QRectF first = box({0, row});
    if (position.y() < first.top() || position.y() >= first.bottom()) continue;
    for (size_t column = 0; column <= m_columns; ++column)
      // The corner of both margins is nothing.
      if (box({column, row}).contains(position) && (column < m_columns || row < m_rows))
        return Place{column, row};
  }
  return std::nullopt;
}

QRectF HeatMapLayout::columnLabel(size_t column) const {
  const QRectF cell = box({column, 0});
  return {cell.left(), m_cells.bottom(), cell.width(), m_bottom / 2};
}

QRectF HeatMapLayout::rowLabel(size_t row) const {
  const QRectF cell = box({0, row});
  return {m_whole.left(), cell.top(), m_left, cell.height()};
}

QRectF HeatMapLayout::columnTitle() const {
  return {m_cells.left(), m_cells.bottom() + m_bottom / 2, m_cells.width(), m_bottom / 2};
}

QRectF HeatMapLayout::rowTitle() const {
  return {m_whole.left(), m_whole.top(), m_left + m_cells.width(), m_top};
}

QRectF HeatMapLayout::legend() const {
  const double left = m_whole.right() - m_right * 0.8;
  return {left, m_cells.top(), std::min(14.0, m_right * 0.2), m_cells.height()};
}

}  // namespace kw

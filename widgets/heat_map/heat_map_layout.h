// SPDX-License-Identifier: GPL-3.0-or-later
// Where cells, margins, labels and the legend of a heat map lie in a widget.
#pragma once

#include <QRectF>
#include <cstddef>
#include <optional>

namespace kw {

// Columns and rows count from the left and from the bottom, so that values grow as on axes. The
// margins, which sum up whole columns and rows, stand above and at the right of the cells.
class HeatMapLayout {
 public:
  // A place in the map; `columns` or `rows` itself is the margin.
  struct Place {
    size_t column = 0, row = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };

  HeatMapLayout() = default;
  // `left` and `bottom` are the room for labels, `right` that for the legend.
  HeatMapLayout(QRectF whole, size_t columns, size_t rows, double left, double top, double right,
                double bottom, double gap);

  QRectF box(Place place) const;
  std::optional<Place> placeAt(QPointF position) const;
  const QRectF& cells() const { return m_cells; }  // the margins not among them
  QRectF columnLabel(size_t column) const;
  QRectF rowLabel(size_t row) const;
  QRectF columnTitle() const;  // the parameter's name, under the labels
  QRectF rowTitle() const;     // above the cells, at the left end
  QRectF legend() const;       // the colour bar
  size_t columns() const { return m_columns; }
  size_t rows() const { return m_rows; }

 private:
  QRectF m_whole, m_cells;
  size_t m_columns = 0, m_rows = 0;
  double m_gap = 0, m_width = 0, m_height = 0;  // of a cell
  double m_left = 0, m_top = 0, m_right = 0, m_bottom = 0;
};

}  // namespace kw

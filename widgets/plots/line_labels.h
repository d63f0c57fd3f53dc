// SPDX-License-Identifier: GPL-3.0-or-later
// Words along straight lines of a plot, such as the roofs of a roofline.
#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace kw {

// The part of a line from `a` to `b` that lies in `area`; none where none does.
std::optional<std::pair<QPointF, QPointF>> visiblePart(QPointF a, QPointF b, const QRectF& area);

// Paints one after another; a later one gives way along its line to those before it.
class LineLabelPainter {
 public:
  LineLabelPainter(QPainter& painter, const QRectF& area) : m_painter(painter), m_area(area) {}
  // `a` is the left end. Not painted where it finds no room.
  void paint(const QString& text, QPointF a, QPointF b, const QColor& colour);

 private:
  struct Place {
    double angle, across;  // of its line
    double begin, end;     // along it
  };
  std::optional<double> freeBegin(Place wanted, double least, double most, bool fromRight) const;

  QPainter& m_painter;
  QRectF m_area;
  std::vector<Place> m_taken;
};

}  // namespace kw

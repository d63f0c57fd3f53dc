// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/marks.h"

#include <QPainter>
#include <QPen>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace kw {

namespace {

void paintStrokes(QPainter& painter, Marker marker, QPointF c, double r) {
  if (marker == Marker::cross || marker == Marker::star) {
    const double d = marker == Marker::star ? r * 0.7 : r;
    painter.drawLine(c + QPointF(-d, -d), c + QPointF(d, d));
    painter.drawLine(c + QPointF(-d, d), c + QPointF(d, -d));
  }
  if (marker == Marker::plus || marker == Marker::star) {
    painter.drawLine(c + QPointF(-r, 0), c + QPointF(r, 0));
    painter.drawLine(c + QPointF(0, -r), c + QPointF(0, r));
  }
}

}  // namespace

void paintMarker(QPainter& painter, Marker marker, QPointF c, double size, const QColor& colour) {
  const double r = size / 2;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  switch (marker) {
    case Marker::circle:
      painter.drawEllipse(c, r, r);
      break;
    case Marker::square:
      painter.drawRect(QRectF(c.x() - r, c.y() - r, size, size));
      break;
    case Marker::triangle:
      painter.drawPolygon(QPolygonF({c + QPointF(0, -r), c + QPointF(r, r), c + QPointF(-r, r)}));
      break;
    case Marker::diamond:
      painter.drawPolygon(QPolygonF(
          {c + QPointF(0, -r), c + QPointF(r, 0), c + QPointF(0, r), c + QPointF(-r, 0)}));
      break;
    case Marker::cross:
    case Marker::plus:
    case Marker::star:
      painter.setPen(QPen(colour, std::max(1.0, size / 5), Qt::SolidLine, Qt::FlatCap));
      paintStrokes(painter, marker, c, r);
      break;
  }
  painter.restore();
}

QImage markerImage(Marker marker, double size, const QColor& colour, double devicePixelRatio) {
  const int side = static_cast<int>(std::ceil(size * devicePixelRatio)) + 2;
  QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  image.setDevicePixelRatio(devicePixelRatio);
  QPainter painter(&image);
  const double middle = side / devicePixelRatio / 2;
  paintMarker(painter, marker, QPointF(middle, middle), size, colour);
  return image;
}

}  // namespace kw

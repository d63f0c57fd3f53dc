// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes that stand for values in plots.
#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>

#include "widgets/theme/tokens.h"

class QPainter;

namespace kw {

// `size` is the width in pixels. Strokes where the shape has no area (cross, plus, star).
void paintMarker(QPainter& painter, Marker marker, QPointF centre, double size,
                 const QColor& colour);

// The marker in the middle of a square image with a margin for antialiasing.
QImage markerImage(Marker marker, double size, const QColor& colour, double devicePixelRatio);

}  // namespace kw

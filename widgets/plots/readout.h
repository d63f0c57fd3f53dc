// SPDX-License-Identifier: GPL-3.0-or-later
// Texts over a plot: the small box beside what is pointed at, and what stands in an empty one.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QStringList>

class QPainter;

namespace kw {

// Beside `at` and within `bounds`; the first line stands out, long ones are cut.
void paintReadout(QPainter& painter, QPointF at, const QRectF& bounds, const QStringList& lines);

// What stands in the middle of a plot without data: what will appear, and what to do to get it.
void paintEmptyText(QPainter& painter, const QRectF& bounds, const QString& title,
                    const QString& hint);

}  // namespace kw

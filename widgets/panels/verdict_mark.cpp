// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/verdict_mark.h"

#include <QFontMetrics>
#include <QPainterPath>
#include <algorithm>

#include "widgets/models/verdict_color.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

void paintCross(QPainter& painter, const QRectF& r) {
  painter.drawLine(r.topLeft(), r.bottomRight());
  painter.drawLine(r.topRight(), r.bottomLeft());
}

QPolygonF triangle(const QRectF& r) {
  return {{QPointF(r.center().x(), r.top()), r.bottomRight(), r.bottomLeft()}};
}

QPolygonF diamond(const QRectF& r) {
  return {{QPointF(r.center().x(), r.top()), QPointF(r.right(), r.center().y()),
           QPointF(r.center().x(), r.bottom()), QPointF(r.left(), r.center().y())}};
}

void paintShape(QPainter& painter, const QRectF& r, VerdictKind kind, const QColor& color) {
  switch (kind) {
    case VerdictKind::verified:
      painter.setBrush(color);
      painter.drawEllipse(r);
      return;
    case VerdictKind::wrong:
      paintCross(painter, r);
      return;
    case VerdictKind::crashed:
      painter.setBrush(color);
      painter.drawPolygon(triangle(r));
      return;
    case VerdictKind::hung:  // two bars, as of a pause
      painter.drawLine(QPointF(r.left() + r.width() / 4, r.top()),
                       QPointF(r.left() + r.width() / 4, r.bottom()));
      painter.drawLine(QPointF(r.right() - r.width() / 4, r.top()),
                       QPointF(r.right() - r.width() / 4, r.bottom()));
      return;
    case VerdictKind::failedToCompile:
      painter.drawPolygon(diamond(r));
      return;
    case VerdictKind::exceedsLimits:
      painter.drawPolygon(triangle(r));
      return;
    case VerdictKind::notApplicable:
      painter.drawLine(QPointF(r.left(), r.center().y()), QPointF(r.right(), r.center().y()));
      return;
    case VerdictKind::couldNotJudge:
      painter.drawEllipse(r);
      return;
  }
}

}  // namespace

void paintVerdictMark(QPainter& painter, const QRectF& within, VerdictKind kind, bool isSource,
                      const Tokens& tokens) {
  const double side = std::min(within.width(), within.height());
  QRectF square(0, 0, side, side);
  square.moveCenter(within.center());
  const double pen = side / 5;
  square.adjust(pen / 2, pen / 2, -pen / 2, -pen / 2);
  const bool isPlainSource = isSource && kind == VerdictKind::verified;
  const QColor color = isPlainSource ? tokens.source : verdictColor(kind, tokens);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, pen, Qt::SolidLine, Qt::RoundCap, Qt::MiterJoin));
  painter.setBrush(Qt::NoBrush);
  if (isPlainSource) {
    painter.setBrush(color);
    painter.drawRect(square);
  } else {
    paintShape(painter, square, kind, color);
  }
  painter.restore();
}

VerdictMark::VerdictMark(VerdictKind kind, bool isSource, QWidget* parent)
    : QWidget(parent), m_kind(kind), m_isSource(isSource) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize VerdictMark::sizeHint() const {
  const int side = QFontMetrics(Theme::instance().interfaceFont()).ascent();
  return {side, side};
}

void VerdictMark::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintVerdictMark(painter, rect(), m_kind, m_isSource, Theme::instance().tokens());
}

}  // namespace kw

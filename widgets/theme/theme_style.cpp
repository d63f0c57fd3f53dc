// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme_style.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

QRectF squareIn(const QRect& rect) {
  const double side = std::min(rect.width(), rect.height()) - 1;
  return {rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2, side, side};
}

void paintTick(QPainter& painter, const QRectF& box, const QColor& colour) {
  const double unit = box.width() / 12;
  painter.setPen(QPen(colour, 1.6 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPolyline(
      QPolygonF({box.topLeft() + QPointF(2.8, 6.4) * unit, box.topLeft() + QPointF(5, 8.8) * unit,
                 box.topLeft() + QPointF(9.4, 3.4) * unit}));
}

void paintBox(QPainter& painter, const QStyleOption& option) {
  const Tokens& tokens = Theme::instance().tokens();
  const bool enabled = option.state & QStyle::State_Enabled;
  const bool on = option.state & QStyle::State_On;
  const bool hasFocus = option.state & QStyle::State_HasFocus;
  const QRectF box = squareIn(option.rect);
  const QColor edge = !enabled   ? tokens.disabledText
                      : hasFocus ? tokens.focusRing
                                 : tokens.secondaryText;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor filled = enabled ? tokens.accent : tokens.disabledText;
  painter.setPen(QPen(on && !hasFocus ? filled : edge, 1));
  painter.setBrush(on ? filled : tokens.panel);
  painter.drawRoundedRect(box, 2, 2);
  if (on) paintTick(painter, box, tokens.onAccent);
  if (option.state & QStyle::State_NoChange) {  // some of what it stands for
    painter.setPen(QPen(filled, 2));
    painter.drawLine(QPointF(box.left() + 3, box.center().y()),
                     QPointF(box.right() - 3, box.center().y()));
  }
  painter.restore();
}

}  // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
  if (element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck)
    paintBox(*painter, *option);
  else
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

}  // namespace kw

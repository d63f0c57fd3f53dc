// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/choice_box.h"

#include <QPainter>
#include <QPolygonF>

#include "widgets/theme/theme.h"

namespace kw {

void ChoiceBox::paintEvent(QPaintEvent*) {
  const Tokens& tokens = Theme::instance().tokens();
  const QColor ink = isEnabled() ? tokens.text : tokens.disabledText;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool marked = hasFocus() || (isEnabled() && underMouse());
  painter.setPen(marked ? tokens.focusRing : tokens.hairline);
  painter.setBrush(tokens.panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), spacing::corner,
                          spacing::corner);

  const double side = fontMetrics().height() * 0.28;  // of the chevron, half its width
  const QPointF middle(width() - spacing::between - side, height() / 2.0);
  painter.setPen(QPen(isEnabled() ? tokens.secondaryText : tokens.disabledText, 1.5));
  painter.drawPolyline(QPolygonF{middle + QPointF(-side, -side / 2), middle + QPointF(0, side / 2),
                                 middle + QPointF(side, -side / 2)});

  const QRect area(spacing::between, 0, static_cast<int>(middle.x() - side) - 2 * spacing::between,
                   height());
  painter.setPen(ink);
  painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(currentText(), Qt::ElideRight, area.width()));
}

}  // namespace kw

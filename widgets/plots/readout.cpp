// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/readout.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

QFont boldOf(QFont font) {
  font.setWeight(QFont::DemiBold);
  return font;
}

}  // namespace

void paintReadout(QPainter& painter, QPointF at, const QRectF& bounds, const QStringList& lines) {
  if (lines.isEmpty()) return;
  const QFont font = Theme::instance().interfaceFont();
  const QFont bold = boldOf(font);
  const QFontMetricsF plain(font), strong(bold);
  const double most = bounds.width() * 0.7;
  double width = 0;
  for (int i = 0; i < lines.size(); ++i)
    width = std::max(width, (i == 0 ? strong : plain).horizontalAdvance(lines[i]));
  width = std::min(width, most);
  const double pad = Theme::instance().scaled(spacing::between);
  QRectF box(0, 0, width + 2 * pad,
             static_cast<double>(lines.size()) * plain.lineSpacing() + 1.5 * pad);
  box.moveTopLeft(at + QPointF(pad * 1.5, -box.height() - pad));
  if (box.right() > bounds.right() - 2) box.moveRight(at.x() - pad * 1.5);
  if (box.left() < bounds.left() + 2) box.moveLeft(bounds.left() + 2);
  if (box.top() < bounds.top() + 2)
    box.moveTop(std::min(at.y() + pad * 1.5, bounds.bottom() - box.height() - 2));
  const Tokens& tokens = Theme::instance().tokens();
  painter.setPen(QPen(tokens.hairline, 1));
  painter.setBrush(tokens.panel);
  painter.drawRoundedRect(box, spacing::corner, spacing::corner);
  double y = box.top() + 0.75 * pad;
  for (int i = 0; i < lines.size(); ++i) {
    const QFontMetricsF& metrics = i == 0 ? strong : plain;
    painter.setFont(i == 0 ? bold : font);
    painter.setPen(i == 0 ? tokens.text : tokens.secondaryText);
    painter.drawText(QPointF(box.left() + pad, y + metrics.ascent()),
                     metrics.elidedText(lines[i], Qt::ElideRight, width + 1));
    y += plain.lineSpacing();
  }
}

void paintEmptyText(QPainter& painter, const QRectF& bounds, const QString& title,
                    const QString& hint) {
  const QFont plain = Theme::instance().interfaceFont();
  const QFont strong = boldOf(plain);
  const Tokens& tokens = Theme::instance().tokens();
  const double margin = Theme::instance().scaled(spacing::panel);
  const QRectF area = bounds.adjusted(margin, margin, -margin, -margin);
  const int flags = Qt::AlignHCenter | Qt::TextWordWrap;
  const QRectF first = QFontMetricsF(strong).boundingRect(area, flags | Qt::AlignTop, title);
  const QRectF second = QFontMetricsF(plain).boundingRect(area, flags | Qt::AlignTop, hint);
  const double height = first.height() + spacing::within + second.height();
  const double top = area.top() + std::max(0.0, (area.height() - height) / 2);
  painter.setFont(strong);
  painter.setPen(tokens.text);
  painter.drawText(QRectF(area.left(), top, area.width(), first.height()), flags, title);
  painter.setFont(plain);
  painter.setPen(tokens.secondaryText);
  painter.drawText(
      QRectF(area.left(), top + first.height() + spacing::within, area.width(), second.height()),
      flags, hint);
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/fold_button.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace kw {

FoldButton::FoldButton(const QString& text, QWidget* parent) : QAbstractButton(parent) {
  setText(text);
  setAccessibleName(text);
  setCheckable(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FoldButton::setSummary(const QString& summary) {
  m_summary = summary;
  setAccessibleDescription(summary);
  setToolTip(summary.toHtmlEscaped());
  update();
}

int FoldButton::chevronWidth() const {
  return fontMetrics().height() + spacing::within;
}

QSize FoldButton::sizeHint() const {
  const int width = chevronWidth() + fontMetrics().horizontalAdvance(text()) + spacing::groups +
                    fontMetrics().horizontalAdvance(m_summary);
  return {width, minimumSizeHint().height()};
}

QSize FoldButton::minimumSizeHint() const {
  return {chevronWidth() + fontMetrics().horizontalAdvance(text()) + spacing::within,
          std::max(Theme::instance().scaled(spacing::hitArea), fontMetrics().height() + 2)};
}

void FoldButton::paintEvent(QPaintEvent*) {
  const Tokens& tokens = Theme::instance().tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double side = fontMetrics().height() * 0.24;
  const QPointF middle(side + spacing::within, height() / 2.0);
  const QPolygonF right{middle + QPointF(-side / 2, -side), middle + QPointF(side / 2, 0),
                        middle + QPointF(-side / 2, side)};
  const QPolygonF down{middle + QPointF(-side, -side / 2), middle + QPointF(0, side / 2),
                       middle + QPointF(side, -side / 2)};
  painter.setPen(QPen(isEnabled() ? tokens.secondaryText : tokens.disabledText, 1.5));
  painter.drawPolyline(isChecked() ? down : right);

  const int textWidth = fontMetrics().horizontalAdvance(text());
  const QRect words(chevronWidth(), 0, width() - chevronWidth() - 1, height());
  painter.setPen(isEnabled() ? (underMouse() ? tokens.accent : tokens.text) : tokens.disabledText);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, text());
  if (!isChecked() && !m_summary.isEmpty()) {
    const QRect rest = words.adjusted(textWidth + spacing::groups, 0, 0, 0);
    painter.setPen(isEnabled() ? tokens.secondaryText : tokens.disabledText);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_summary, Qt::ElideRight, rest.width()));
  }
  if (!hasFocus()) return;
  painter.setPen(tokens.focusRing);
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), spacing::corner,
                          spacing::corner);
}

void FoldButton::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    click();
  else
    QAbstractButton::keyPressEvent(event);
}

}  // namespace kw

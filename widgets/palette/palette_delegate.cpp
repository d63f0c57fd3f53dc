// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/palette_delegate.h"

#include <QPainter>
#include <algorithm>

#include "widgets/palette/palette_model.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

// Draws `text` with the letters at `positions` in bold, elided at the end of `area`; gives where it
// ended.
int drawMatched(QPainter& painter, const QRect& area, const QString& text,
                const QVariantList& positions) {
  const QFont plain = painter.font();
  QFont bold = plain;
  bold.setBold(true);
  int x = area.left();
  for (int i = 0; i < text.size() && x < area.right();) {
    const bool matched = positions.contains(i);
    int end = i + 1;
    while (end < text.size() && positions.contains(end) == matched)
      ++end;
    painter.setFont(matched ? bold : plain);
    const QString part = text.mid(i, end - i);
    const QRect place(x, area.top(), area.right() - x, area.height());
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(part, Qt::ElideRight, place.width()));
    x += painter.fontMetrics().horizontalAdvance(part);
    i = end;
  }
  painter.setFont(plain);
  return x;
}

// Draws the keys as caps at the right; gives where they begin.
int drawKeys(QPainter& painter, const QRect& area, const QString& keys, const Tokens& tokens,
             const QColor& ink) {
  if (keys.isEmpty()) return area.right();
  const int width = painter.fontMetrics().horizontalAdvance(keys) + 2 * spacing::within;
  const int height = painter.fontMetrics().height() + 2;
  const QRect cap(area.right() - width, area.center().y() - height / 2, width, height);
  painter.setPen(tokens.hairline);
  painter.setBrush(tokens.window);
  painter.drawRoundedRect(QRectF(cap).adjusted(0.5, 0.5, -0.5, -0.5), spacing::corner,
                          spacing::corner);
  painter.setPen(ink);
  painter.drawText(cap, Qt::AlignCenter, keys);
  return cap.left();
}

}  // namespace

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  const Tokens& tokens = Theme::instance().tokens();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setFont(option.font);
  if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, tokens.selection);

  const bool enabled = index.data(PaletteModel::enabledRole).toBool();
  const QColor ink = enabled ? tokens.text : tokens.disabledText;
  const QColor quiet = enabled ? tokens.secondaryText : tokens.disabledText;
  const QRect area = option.rect.adjusted(spacing::groups, 0, -spacing::groups, 0);
  const int right =
      drawKeys(*painter, area, index.data(PaletteModel::shortcutRole).toString(), tokens, quiet);

  painter->setPen(ink);
  const QRect textArea(area.left(), area.top(), right - spacing::between - area.left(),
                       area.height());
  const int end = drawMatched(*painter, textArea, index.data(Qt::DisplayRole).toString(),
                              index.data(PaletteModel::positionsRole).toList());
  QString aside = index.data(PaletteModel::categoryRole).toString();
  const QString reason = index.data(PaletteModel::reasonRole).toString();
  if (!reason.isEmpty()) aside += QStringLiteral(" · ") + reason;
  const int left = end + spacing::groups;
  if (left < textArea.right()) {
    painter->setPen(quiet);
    const QRect place(left, area.top(), textArea.right() - left, area.height());
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(aside, Qt::ElideRight, place.width()));
  }
  painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  const int height = std::max(Theme::instance().scaled(spacing::button),
                              option.fontMetrics.height() + 2 * spacing::within);
  return {option.fontMetrics.averageCharWidth() * 40, height};
}

}  // namespace kw

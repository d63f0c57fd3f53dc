// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QStyle>
#include <QStyleOptionViewItem>

#include "widgets/theme/tokens.h"

namespace kw {

// Paints a cell with its contents as far from its edges as headings have theirs, and narrows the
// option's rectangle to that.
inline void paintInset(QPainter& painter, QStyleOptionViewItem& option, const QStyle& style) {
  style.drawPrimitive(QStyle::PE_PanelItemViewItem, &option, &painter, option.widget);
  option.rect.adjust(spacing::within, 0, -spacing::within, 0);
  style.drawControl(QStyle::CE_ItemViewItem, &option, &painter, option.widget);
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/start/entry_delegate.h"

#include <QPainter>

#include "widgets/start/entry_model.h"
#include "widgets/theme/theme.h"

namespace kw {

void EntryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  const Tokens& tokens = Theme::instance().tokens();
  const bool missing = index.data(EntryModel::missingRole).toBool();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool selected = option.state & QStyle::State_Selected;
  if (selected || (option.state & QStyle::State_MouseOver)) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(selected ? tokens.selection : tokens.window);
    painter->drawRoundedRect(option.rect, spacing::corner, spacing::corner);
  }
  if (selected && (option.state & QStyle::State_HasFocus)) {
    painter->setPen(tokens.focusRing);
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), spacing::corner,
                             spacing::corner);
  }

  const QFontMetrics metrics(option.font);
  const QRect area = option.rect.adjusted(spacing::between, 0, -spacing::between, 0);
  const int line = metrics.height();
  const int top = area.top() + (area.height() - 2 * line) / 2;
  // On the selection, disabled text could not be read.
  const bool grey = missing && !selected;
  const QColor quiet = grey ? tokens.disabledText : tokens.secondaryText;

  painter->setFont(option.font);
  const QString aside = index.data(EntryModel::asideRole).toString();
  const int asideWidth = metrics.horizontalAdvance(aside);
  painter->setPen(quiet);
  painter->drawText(QRect(area.right() - asideWidth, top, asideWidth + 1, line),
                    Qt::AlignRight | Qt::AlignVCenter, aside);
  const int detailWidth = area.width();
  painter->drawText(QRect(area.left(), top + line, detailWidth, line),
                    Qt::AlignLeft | Qt::AlignVCenter,
                    metrics.elidedText(index.data(EntryModel::detailRole).toString(),
                                       Qt::ElideRight, detailWidth));

  QFont bold = option.font;
  bold.setWeight(QFont::DemiBold);
  painter->setFont(bold);
  painter->setPen(grey ? tokens.disabledText : missing ? tokens.secondaryText : tokens.text);
  const int titleWidth = area.width() - asideWidth - spacing::between;
  painter->drawText(QRect(area.left(), top, titleWidth, line), Qt::AlignLeft | Qt::AlignVCenter,
                    QFontMetrics(bold).elidedText(index.data(Qt::DisplayRole).toString(),
                                                  Qt::ElideMiddle, titleWidth));
  painter->restore();
}

QSize EntryDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  return {option.fontMetrics.averageCharWidth() * 20,
          2 * option.fontMetrics.height() + 2 * spacing::within + spacing::within};
}

}  // namespace kw

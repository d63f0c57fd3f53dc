// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/comparison_delegate.h"

#include <QApplication>
#include <QPainter>

#include "widgets/models/comparison_model.h"
#include "widgets/panels/inset_cell.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

QString besideText(const QModelIndex& index) {
  return index.data(ComparisonModel::besideRole).toString();
}

}  // namespace

int ComparisonDelegate::widthBeside(const QStyleOptionViewItem& option, const QModelIndex& index) {
  const QString text = besideText(index);
  if (text.isEmpty()) return 0;
  return QFontMetrics(option.font).horizontalAdvance(text) + 2 * spacing::between;
}

QSize ComparisonDelegate::sizeHint(const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  QStyleOptionViewItem full = option;
  initStyleOption(&full, index);
  size.rwidth() += widthBeside(full, index) + 2 * spacing::within + spacing::between;
  return size;
}

// The cell's own paper under both, then the text in what is left of the interval.
void ComparisonDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
  QStyleOptionViewItem full = option;
  initStyleOption(&full, index);
  const int beside = widthBeside(full, index);
  const QStyle* style = full.widget ? full.widget->style() : QApplication::style();
  const QString text = full.text;
  if (beside > 0) full.text.clear();
  paintInset(*painter, full, *style);
  if (beside == 0) return;
  const Tokens& tokens = Theme::instance().tokens();
  const QRect inner = option.rect.adjusted(spacing::within, 0, -spacing::between, 0);
  painter->save();
  painter->setFont(full.font);
  painter->setPen(tokens.text);
  painter->drawText(inner.adjusted(0, 0, -beside, 0), Qt::AlignRight | Qt::AlignVCenter, text);
  // On coloured paper only the full text colour has contrast enough.
  const bool isPlain =
      !index.data(Qt::BackgroundRole).isValid() && !(option.state & QStyle::State_Selected);
  painter->setPen(isPlain ? tokens.secondaryText : tokens.text);
  painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, besideText(index));
  painter->restore();
}

}  // namespace kw

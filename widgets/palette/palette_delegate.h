// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the palette: the action's text with the matched letters in bold, its category, its keys.
#pragma once

#include <QStyledItemDelegate>

namespace kw {

class PaletteDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// An entry of the start page in two lines: its title with an aside, and its detail.
#pragma once

#include <QStyledItemDelegate>

namespace kw {

class EntryDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace kw

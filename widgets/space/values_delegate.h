// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the values of a parameter one by one: the selected candidate's on the selection's colour,
// the best's with a line below. What does not fit is told by number; the selected one always shows.
#pragma once

#include <QStyledItemDelegate>

namespace kw {

class ValuesDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Paints cells of the candidates table: in the verdict's column a mark before the text, and over
// the columns of times of a candidate that failed, which have nothing to show, the reason.
#pragma once

#include <QStyledItemDelegate>

namespace kw {

class CandidatesDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  static bool hasMark(const QModelIndex& index);
  static void paintReason(QPainter& painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index);
};

}  // namespace kw

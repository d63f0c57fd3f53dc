// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/fitted_table.h"

#include <QHeaderView>
#include <algorithm>

namespace kw {

FittedTable::FittedTable(int least, int most, QWidget* parent)
    : QTableView(parent), m_least(least), m_most(most) {}

void FittedTable::setModel(QAbstractItemModel* model) {
  if (QAbstractItemModel* before = this->model()) disconnect(before, nullptr, this, nullptr);
  QTableView::setModel(model);
  if (!model) return;
  connect(model, &QAbstractItemModel::rowsInserted, this, &FittedTable::refit);
  connect(model, &QAbstractItemModel::rowsRemoved, this, &FittedTable::refit);
  connect(model, &QAbstractItemModel::modelReset, this, &FittedTable::refit);
}

int FittedTable::heightOf(int rows) const {
  return horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() +
         2 * frameWidth();
}

QSize FittedTable::sizeHint() const {
  const int rows = model() ? model()->rowCount() : 0;
  return {QTableView::sizeHint().width(), heightOf(std::clamp(rows, m_least, m_most))};
}

QSize FittedTable::minimumSizeHint() const {
  return {QTableView::minimumSizeHint().width(), heightOf(m_least)};
}

}  // namespace kw

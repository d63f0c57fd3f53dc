// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace kw {

// A table that asks for the room of its rows, within bounds: of several tables above each other,
// none is to be blank while rows of another are hidden.
class FittedTable : public QTableView {
 public:
  // Room for `least` rows at all times, and for as many as it has up to `most`.
  FittedTable(int least, int most, QWidget* parent = nullptr);
  void setModel(QAbstractItemModel* model) override;
  // After the height of rows has changed.
  void refit() { updateGeometry(); }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 private:
  int heightOf(int rows) const;

  const int m_least, m_most;
};

}  // namespace kw

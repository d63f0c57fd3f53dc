// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "model/records/records.h"

namespace kw {

// Where an output is wrong: a cell for each part of it, darker the more of its elements are wrong.
class WrongMapView : public QWidget {
  Q_OBJECT

 public:
  explicit WrongMapView(WrongMap map, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  int cellPixels() const;
  QString cellText(int row, int column) const;

  WrongMap m_map;
  int64_t m_most = 0;
};

}  // namespace kw

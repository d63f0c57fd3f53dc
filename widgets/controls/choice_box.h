// SPDX-License-Identifier: GPL-3.0-or-later
// A combo box that paints itself flat: with a style sheet, Qt draws a raised button into it.
#pragma once

#include <QComboBox>

namespace kw {

class ChoiceBox : public QComboBox {
  Q_OBJECT

 public:
  using QComboBox::QComboBox;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// The finding as one sentence, cut off where there is no room; a click shows what it rests on.
#pragma once

#include <QAbstractButton>

#include "widgets/content/content.h"

namespace kw {

class FindingLabel : public QAbstractButton {
  Q_OBJECT

 public:
  explicit FindingLabel(QWidget* parent = nullptr);
  void setFinding(const FindingWords& finding);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void showEvidence();

  FindingWords m_finding;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// A small mark for each kind of verdict: shape and colour, so that neither stands alone.
#pragma once

#include <QPainter>
#include <QWidget>

#include "model/records/records.h"
#include "widgets/theme/tokens.h"

namespace kw {

// Into a square in `within`. The source kernel has a square in its own grey, whatever its verdict
// as long as it is verified.
void paintVerdictMark(QPainter& painter, const QRectF& within, VerdictKind kind, bool isSource,
                      const Tokens& tokens);

// As high as a line of text.
class VerdictMark : public QWidget {
  Q_OBJECT

 public:
  VerdictMark(VerdictKind kind, bool isSource, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  VerdictKind m_kind;
  bool m_isSource;
};

}  // namespace kw

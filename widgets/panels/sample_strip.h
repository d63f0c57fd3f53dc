// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "view/details/candidate_details.h"

namespace kw {

// The samples of one case as a small histogram, with their median and its interval, on an axis of
// their own.
class SampleStrip : public QWidget {
  Q_OBJECT

 public:
  explicit SampleStrip(const view::CaseDetails& which, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double xOf(double time) const;
  void paintBars(QPainter& painter, const QRectF& area) const;
  void paintInterval(QPainter& painter, const QRectF& area) const;
  void paintMedian(QPainter& painter, const QRectF& area) const;
  void paintEnds(QPainter& painter, const QRectF& area) const;

  std::vector<double> m_times;  // milliseconds
  double m_median, m_low, m_high;
  double m_first, m_last;  // ends of the axis
};

}  // namespace kw

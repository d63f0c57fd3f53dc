// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "view/details/candidate_details.h"

namespace kw {

// How many elements of an output lie how far from what is wanted: a bar for each range of
// distances, on a logarithmic scale, with its number.
class ErrorBars : public QWidget {
  Q_OBJECT

 public:
  explicit ErrorBars(const view::CandidateDetails::Errors& errors, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int rowHeight() const;
  int widest(bool ofNumbers) const;

  struct Bar {
    QString range, number;
    double length = 0;  // of the longest
    bool isEqual = false;
  };
  std::vector<Bar> m_bars;
};

}  // namespace kw

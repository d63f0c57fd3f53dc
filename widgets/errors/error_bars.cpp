// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/errors/error_bars.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "model/formats/wording.h"
#include "widgets/theme/theme.h"

namespace kw {

ErrorBars::ErrorBars(const view::CandidateDetails::Errors& errors, QWidget* parent)
    : QWidget(parent) {
  int64_t most = 1;
  for (const UlpRange& one : errors.ranges)
    most = std::max(most, one.elements);
  for (const UlpRange& one : errors.ranges) {
    if (one.elements == 0) continue;
    // One element has a bar too.
    const double length =
        std::log1p(static_cast<double>(one.elements)) / std::log1p(static_cast<double>(most));
    m_bars.push_back({QString::fromStdString(one.range),
                      QString::fromStdString(numberText(static_cast<double>(one.elements))), length,
                      &one == &errors.ranges.front()});
  }
  setObjectName(QStringLiteral("details.distances"));
  setAccessibleName(QString::fromStdString(errors.sentence));
  setToolTip(
      tr("Elements by their distance from what is wanted, in units in the last place of the "
         "output's type. The bars are logarithmic."));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

int ErrorBars::rowHeight() const {
  return QFontMetrics(Theme::instance().numberFont()).height() + 2;
}

int ErrorBars::widest(bool ofNumbers) const {
  const QFontMetrics metrics(Theme::instance().numberFont());
  int width = 0;
  for (const Bar& bar : m_bars)
    width = std::max(width, metrics.horizontalAdvance(ofNumbers ? bar.number : bar.range));
  return width;
}

QSize ErrorBars::sizeHint() const {
  return {widest(false) + widest(true) + Theme::instance().scaled(140),
          rowHeight() * static_cast<int>(m_bars.size())};
}

QSize ErrorBars::minimumSizeHint() const {
  return {widest(false) + widest(true) + Theme::instance().scaled(40), sizeHint().height()};
}

void ErrorBars::paintEvent(QPaintEvent*) {
  const Tokens& tokens = Theme::instance().tokens();
  QPainter painter(this);
  painter.setFont(Theme::instance().numberFont());
  const int gap = spacing::between;
  const int left = widest(false) + gap, right = width() - widest(true) - gap;
  int top = 0;
  for (const Bar& bar : m_bars) {
    const int height = rowHeight();
    painter.setPen(tokens.secondaryText);
    painter.drawText(QRect(0, top, left - gap, height), Qt::AlignRight | Qt::AlignVCenter,
                     bar.range);
    painter.fillRect(QRectF(left, top + 2, std::max(1.0, bar.length * (right - left)), height - 4),
                     bar.isEqual ? tokens.series[0] : tokens.series[1]);
    painter.setPen(tokens.text);
    painter.drawText(QRect(right, top, width() - right, height), Qt::AlignRight | Qt::AlignVCenter,
                     bar.number);
    top += height;
  }
}

}  // namespace kw

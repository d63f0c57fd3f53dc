// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/sample_strip.h"

#include <QPainter>
#include <algorithm>

#include "model/formats/wording.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int barPixels = 6;  // the least width of a bar
constexpr int graphPixels = 28;

}  // namespace

SampleStrip::SampleStrip(const view::CaseDetails& which, QWidget* parent)
    : QWidget(parent),
      m_times(which.sampleTimes),
      m_median(which.median),
      m_low(which.low),
      m_high(which.high) {
  const auto [least, most] = std::minmax_element(m_times.begin(), m_times.end());
  m_first = m_times.empty() ? which.low : std::min(*least, which.low);
  m_last = m_times.empty() ? which.high : std::max(*most, which.high);
  if (!(m_last > m_first)) {  // all alike: give them a place in the middle
    m_first *= 0.999;
    m_last = m_last * 1.001 + 1e-12;
  }
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  const QString text =
      tr("Samples of case %1: %2, from %3 to %4; median %5")
          .arg(QString::fromStdString(which.name), QString::fromStdString(which.samples),
               QString::fromStdString(timeText(m_first)), QString::fromStdString(timeText(m_last)),
               QString::fromStdString(timeText(m_median)));
  setAccessibleName(text);
  setToolTip(text + tr(". Band: 95 % interval of the median."));
}

QSize SampleStrip::sizeHint() const {
  const Theme& theme = Theme::instance();
  return {theme.scaled(200),
          theme.scaled(graphPixels) + QFontMetrics(theme.interfaceFont()).height()};
}

QSize SampleStrip::minimumSizeHint() const {
  return {Theme::instance().scaled(80), sizeHint().height()};
}

double SampleStrip::xOf(double time) const {
  return (time - m_first) / (m_last - m_first) * (width() - 1);
}

void SampleStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QRectF area(0, 0, width(), Theme::instance().scaled(graphPixels));
  paintInterval(painter, area);
  paintBars(painter, area);
  paintMedian(painter, area);
  paintEnds(painter, area);
}

void SampleStrip::paintBars(QPainter& painter, const QRectF& area) const {
  if (m_times.empty()) return;
  const int least = Theme::instance().scaled(barPixels);
  const int bars = std::clamp(static_cast<int>(m_times.size()), 1, std::max(1, width() / least));
  std::vector<int> counts(static_cast<size_t>(bars), 0);
  for (const double time : m_times) {
    const double share = (time - m_first) / (m_last - m_first);
    ++counts[static_cast<size_t>(std::clamp(static_cast<int>(share * bars), 0, bars - 1))];
  }
  const int most = *std::max_element(counts.begin(), counts.end());
  const double step = area.width() / bars;
  QColor color = Theme::instance().tokens().series[0];
  for (int i = 0; i < bars; ++i) {
    const double height = area.height() * 0.7 * counts[static_cast<size_t>(i)] / most;
    painter.fillRect(QRectF(i * step + 0.5, area.bottom() - height, step - 1, height), color);
  }
}

void SampleStrip::paintInterval(QPainter& painter, const QRectF& area) const {
  if (m_high > m_low)
    painter.fillRect(QRectF(xOf(m_low), area.top(), xOf(m_high) - xOf(m_low), area.height()),
                     Theme::instance().tokens().selection);
}

void SampleStrip::paintMedian(QPainter& painter, const QRectF& area) const {
  painter.setPen(QPen(Theme::instance().tokens().text, 0));
  painter.drawLine(QPointF(xOf(m_median), area.top()), QPointF(xOf(m_median), area.bottom()));
}

void SampleStrip::paintEnds(QPainter& painter, const QRectF& area) const {
  const Tokens& tokens = Theme::instance().tokens();
  painter.setPen(QPen(tokens.hairline, 0));
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  painter.setPen(tokens.secondaryText);
  painter.setFont(Theme::instance().interfaceFont());
  const QRectF below(0, area.bottom(), width(), height() - area.bottom());
  painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter,
                   QString::fromStdString(timeText(m_first)));
  painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter,
                   QString::fromStdString(timeText(m_last)));
}

}  // namespace kw

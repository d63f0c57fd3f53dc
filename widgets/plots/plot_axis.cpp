// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_axis.h"

#include <QChart>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/formats/axis.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr double narrowest = 1e-4;  // of the whole range: no zoom goes further

// As many digits as the step between ticks needs.
QString labelText(double value, double step) {
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
  return QLocale().toString(value, 'f', digits);
}

// 1, 2 or 5 times a power of ten, and not 1.5.
bool hasOneDigit(double value) {
  const double digit = value / std::pow(10.0, std::floor(std::log10(value) + 1e-9));
  return std::abs(digit - std::round(digit)) < 1e-6;
}

}  // namespace

PlotAxis::PlotAxis(QChart* chart, Qt::Alignment side)
    : m_vertical(side == Qt::AlignLeft), m_axis(new QValueAxis(chart)) {
  m_axis->setVisible(false);
  chart->addAxis(m_axis, side);
}

bool PlotAxis::setSpec(PlotAxisSpec spec) {
  const bool same = spec.title == m_spec.title && spec.logarithmic == m_spec.logarithmic &&
                    spec.low == m_spec.low && spec.high == m_spec.high &&
                    spec.factor == m_spec.factor && spec.grid == m_spec.grid;
  if (same && !m_ticks.empty()) return false;
  if (spec.logarithmic != m_spec.logarithmic) m_zoom.reset();
  m_spec = std::move(spec);
  label();
  return true;
}

double PlotAxis::units(double value) const {
  if (!m_spec.logarithmic) return value;
  return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
}

double PlotAxis::value(double units) const {
  return m_spec.logarithmic ? std::pow(10.0, units) : units;
}

view::Range PlotAxis::whole() const {
  return {units(m_spec.low), units(m_spec.high)};
}

double PlotAxis::fraction(double units) const {
  const view::Range range = shown();
  return (units - range.low) / (range.high - range.low);
}

void PlotAxis::zoom(view::Range part) {
  const view::Range all = whole();
  const double span = all.high - all.low;
  const double width = std::clamp(part.high - part.low, narrowest * span, span);
  const double low = std::clamp((part.low + part.high - width) / 2, all.low, all.high - width);
  if (width >= span * (1 - 1e-9))
    m_zoom.reset();
  else
    m_zoom = view::Range{low, low + width};
  label();
}

void PlotAxis::resetZoom() {
  if (!m_zoom) return;
  m_zoom.reset();
  label();
}

void PlotAxis::label() {
  const view::Range range = shown();
  const double factor = m_spec.factor;
  const std::vector<double> ticks =
      ticksWithin(value(range.low) * factor, value(range.high) * factor, m_spec.logarithmic);
  m_axis->setRange(range.low, range.high);
  m_ticks.clear();
  double step = std::abs(ticks.empty() ? 1 : ticks.front()) + 1e-9;
  for (size_t i = 1; i < ticks.size(); ++i)
    step = i == 1 ? ticks[1] - ticks[0] : std::min(step, ticks[i] - ticks[i - 1]);
  // Over several decades each label has the digits that it needs itself: 0.01, 0.1, 1, 10.
  const bool areDecades = m_spec.logarithmic && std::ranges::all_of(ticks, hasOneDigit);
  for (const double tick : ticks)
    m_ticks.push_back({units(tick / factor), labelText(tick, areDecades ? tick * 1.000001 : step)});
}

double PlotAxis::along(const QRectF& area, double units) const {
  return m_vertical ? area.bottom() - area.height() * fraction(units)
                    : area.left() + area.width() * fraction(units);
}

double PlotAxis::room() const {
  const Theme& theme = Theme::instance();
  const QFontMetricsF metrics(theme.interfaceFont());
  double labels = metrics.height();
  if (m_vertical) {
    labels = metrics.horizontalAdvance(QStringLiteral("000"));
    for (const Tick& tick : m_ticks)
      labels = std::max(labels, metrics.horizontalAdvance(tick.text));
  }
  return labels + metrics.height() + theme.scaled(spacing::groups);
}

double PlotAxis::overhang() const {
  const QFontMetricsF metrics(Theme::instance().interfaceFont());
  if (m_vertical) return metrics.height() / 2;
  return m_ticks.empty() ? 0 : metrics.horizontalAdvance(m_ticks.back().text) / 2;
}

void PlotAxis::paintGrid(QPainter& painter, const QRectF& area) const {
  const Tokens& tokens = Theme::instance().tokens();
  painter.setPen(QPen(tokens.hairline, 0));
  for (const Tick& tick : m_ticks) {
    const double at = along(area, tick.units);
    if (m_vertical && m_spec.grid)
      painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at));
  }
  painter.setPen(QPen(tokens.secondaryText, 0));
  if (m_vertical) return;
  painter.drawLine(area.bottomLeft(), area.bottomRight());
  for (const Tick& tick : m_ticks) {
    const double at = along(area, tick.units);
    painter.drawLine(QPointF(at, area.bottom()), QPointF(at, area.bottom() + 3));
  }
}

size_t PlotAxis::stepOfLabels(const QRectF& area, double height) const {
  if (!m_vertical) return 1;
  double least = area.height();
  for (size_t i = 1; i < m_ticks.size(); ++i)
    least = std::min(least,
                     std::abs(along(area, m_ticks[i].units) - along(area, m_ticks[i - 1].units)));
  return least > 0 ? static_cast<size_t>(std::max(1.0, std::ceil(height / least))) : m_ticks.size();
}

void PlotAxis::paintLabels(QPainter& painter, const QRectF& area) const {
  const Theme& theme = Theme::instance();
  const QFontMetricsF metrics(painter.font());
  const double height = metrics.height();
  painter.setPen(theme.tokens().secondaryText);
  // In a low plot, every second one or fewer: texts must not lie on each other.
  const size_t step = stepOfLabels(area, height);
  for (size_t i = 0; i < m_ticks.size(); i += step) {
    const Tick& tick = m_ticks[i];
    const double at = along(area, tick.units);
    const double width = metrics.horizontalAdvance(tick.text) + 2;
    const QRectF box =
        m_vertical ? QRectF(area.left() - theme.scaled(6) - width, at - height / 2, width, height)
                   : QRectF(at - width / 2, area.bottom() + theme.scaled(4), width, height);
    painter.drawText(box, Qt::AlignCenter, tick.text);
  }
  if (!m_vertical) {
    const QRectF box(area.left(), area.bottom() + theme.scaled(6) + height, area.width(), height);
    painter.drawText(box, Qt::AlignCenter,
                     metrics.elidedText(m_spec.title, Qt::ElideRight, area.width()));
    return;
  }
  painter.save();
  painter.translate(area.left() - room() + height / 2 + theme.scaled(2), area.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-area.height() / 2, -height / 2, area.height(), height), Qt::AlignCenter,
                   metrics.elidedText(m_spec.title, Qt::ElideRight, area.height()));
  painter.restore();
}

}  // namespace kw

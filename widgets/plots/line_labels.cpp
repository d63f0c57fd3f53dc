// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/line_labels.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr double alike = 0.02;  // radians: lines that look parallel

}  // namespace

// Liang and Barsky's way: the line's parameter is kept within each of the four edges.
std::optional<std::pair<QPointF, QPointF>> visiblePart(QPointF a, QPointF b, const QRectF& area) {
  const QPointF way = b - a;
  if (!std::isfinite(way.x()) || !std::isfinite(way.y())) return std::nullopt;
  double from = 0, to = 1;
  const auto cut = [&](double step, double room) {
    if (step == 0) return room >= 0;
    const double at = room / step;
    (step < 0 ? from : to) = step < 0 ? std::max(from, at) : std::min(to, at);
    return from <= to;
  };
  const bool isSeen = cut(-way.x(), a.x() - area.left()) && cut(way.x(), area.right() - a.x()) &&
                      cut(-way.y(), a.y() - area.top()) && cut(way.y(), area.bottom() - a.y());
  if (!isSeen || !(from < to)) return std::nullopt;
  return std::pair(a + from * way, a + to * way);
}

std::optional<double> LineLabelPainter::freeBegin(Place wanted, double least, double most,
                                                  bool fromRight) const {
  const double height = QFontMetricsF(m_painter.font()).height();
  const double width = wanted.end - wanted.begin;
  const double gap = Theme::instance().scaled(spacing::between);
  for (size_t tried = 0; tried <= m_taken.size(); ++tried) {
    const auto hit = std::ranges::find_if(m_taken, [&](const Place& other) {
      return std::abs(other.angle - wanted.angle) < alike &&
             std::abs(other.across - wanted.across) < height && other.begin < wanted.end + gap &&
             wanted.begin < other.end + gap;
    });
    if (wanted.begin < least || wanted.end > most) return std::nullopt;
    if (hit == m_taken.end()) return wanted.begin;
    wanted.begin = fromRight ? hit->begin - gap - width - 1 : hit->end + gap + 1;
    wanted.end = wanted.begin + width;
  }
  return std::nullopt;
}

void LineLabelPainter::paint(const QString& text, QPointF a, QPointF b, const QColor& colour) {
  const auto part = visiblePart(a, b, m_area);
  if (!part) return;
  const QLineF line(part->first, part->second);
  const QFontMetricsF metrics(m_painter.font());
  const double angle = std::atan2(line.dy(), line.dx());
  const QPointF along(std::cos(angle), std::sin(angle)), across(-along.y(), along.x());
  const auto dot = [](QPointF p, QPointF q) { return p.x() * q.x() + p.y() * q.y(); };
  const double pad = Theme::instance().scaled(spacing::between);
  const bool isLevel = std::abs(angle) < alike;
  const double width = metrics.horizontalAdvance(text), height = metrics.height();
  const double first = dot(line.p1(), along);
  const double last = dot(line.p2(), along) - (isLevel ? 0 : height);
  const double begin = isLevel ? last - pad - width : first + pad;
  // Over the area is the legend: words that would reach there stand under their line.
  const bool isUnder = line.p1().y() - height - 1 < m_area.top() && isLevel;
  const double middle = dot(line.p1(), across) + (isUnder ? height : -height) / 2;
  const auto free = freeBegin({angle, middle, begin, begin + width}, first, last, isLevel);
  if (!free) return;
  m_taken.push_back({angle, middle, *free, *free + width});
  m_painter.save();
  m_painter.translate(line.p1() + (*free - first) * along);
  m_painter.rotate(angle * 180 / std::numbers::pi);
  QColor paper = Theme::instance().tokens().panel;
  paper.setAlphaF(0.7F);
  const double top = isUnder ? 1 : -height - 1;
  m_painter.fillRect(QRectF(-1, top, width + 2, height), paper);
  m_painter.setPen(colour);
  m_painter.drawText(QPointF(0, top + height - metrics.descent() - 1), text);
  m_painter.restore();
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_overlay.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/plots/line_labels.h"
#include "widgets/plots/marks.h"
#include "widgets/plots/readout.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

QFont plainFont() {
  return Theme::instance().interfaceFont();
}

QColor faint(QColor colour, double opacity) {
  colour.setAlphaF(static_cast<float>(opacity));
  return colour;
}

// From the area's edge to a label's words.
double labelIndent() {
  return 2.0 * Theme::instance().scaled(8);
}

void paintRing(QPainter& painter, QPointF at, double radius, const QColor& colour, double width) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(Theme::instance().tokens().panel, width + 2));
  painter.drawEllipse(at, radius, radius);
  painter.setPen(QPen(colour, width));
  painter.drawEllipse(at, radius, radius);
}

}  // namespace

PlotOverlay::PlotOverlay(CloudLayer& clouds) : m_clouds(clouds) {}

void PlotOverlay::setSize(const QSizeF& size) {
  prepareGeometryChange();
  m_size = size;
}

void PlotOverlay::setMarks(std::vector<PlotMark> marks) {
  m_marks = std::move(marks);
  update();
}

void PlotOverlay::setLabels(std::vector<DirectLabel> labels) {
  m_labels = std::move(labels);
  update();
}

void PlotOverlay::setLineLabels(std::vector<LineLabel> labels) {
  m_lineLabels = std::move(labels);
  update();
}

void PlotOverlay::setLegend(std::vector<LegendEntry> entries) {
  m_legend = std::move(entries);
  update();
}

void PlotOverlay::setReadout(QStringList lines) {
  m_readout = std::move(lines);
  update();
}

void PlotOverlay::setBand(const QRectF& band, bool selects) {
  m_band = band;
  m_bandSelects = selects;
  update();
}

void PlotOverlay::setEmptyText(const QString& title, const QString& hint) {
  m_emptyTitle = title;
  m_emptyHint = hint;
  update();
}

void PlotOverlay::setEmpty(bool empty) {
  m_empty = empty;
  update();
}

void PlotOverlay::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  painter->setRenderHint(QPainter::Antialiasing);
  if (m_empty) return paintEmpty(*painter);
  painter->setFont(plainFont());
  paintLegend(*painter);
  paintLabels(*painter);
  paintLineLabels(*painter);
  painter->save();
  painter->setClipRect(m_clouds.area().adjusted(-9, -9, 9, 9));
  paintMarks(*painter);
  painter->restore();
  if (m_still) return;
  if (!m_band.isEmpty()) {
    const Tokens& tokens = Theme::instance().tokens();
    painter->setPen(QPen(m_bandSelects ? tokens.accent : tokens.secondaryText, 0,
                         m_bandSelects ? Qt::SolidLine : Qt::DashLine));
    painter->setBrush(faint(tokens.accent, 0.12));
    painter->drawRect(m_band);
  }
  if (m_reading) paintReadout(*painter);
}

void PlotOverlay::paintEmpty(QPainter& painter) const {
  paintEmptyText(painter, boundingRect(), m_emptyTitle, m_emptyHint);
}

double PlotOverlay::legendWidth() const {
  const QFontMetricsF metrics(plainFont());
  const Theme& theme = Theme::instance();
  double width = 0;
  for (const LegendEntry& entry : m_legend)
    width += theme.scaled(22) + metrics.horizontalAdvance(entry.name) + theme.scaled(16);
  return width;
}

bool PlotOverlay::legendFits() const {
  return !m_legend.empty() && legendWidth() <= m_clouds.area().width();
}

// In the band over the plot area, from the right.
void PlotOverlay::paintLegend(QPainter& painter) const {
  if (!legendFits()) return;
  const Theme& theme = Theme::instance();
  const QFontMetricsF metrics(plainFont());
  double x = m_clouds.area().right() - legendWidth() + theme.scaled(16);
  const double y = m_clouds.area().top() - metrics.height() / 2 - theme.scaled(5);
  for (const LegendEntry& entry : m_legend) {
    const QColor colour = entry.colour(theme.tokens());
    const double sample = theme.scaled(16);
    if (entry.line) {
      painter.setPen(QPen(colour, 2, entry.dash, Qt::FlatCap));
      painter.drawLine(QPointF(x, y), QPointF(x + sample, y));
    } else {
      paintMarker(painter, entry.marker, QPointF(x + sample / 2, y), theme.scaled(7), colour);
    }
    x += theme.scaled(22);
    painter.setPen(theme.tokens().secondaryText);
    painter.drawText(QPointF(x, y + (metrics.ascent() - metrics.descent()) / 2), entry.name);
    x += metrics.horizontalAdvance(entry.name) + theme.scaled(16);
  }
}

double PlotOverlay::labelRoom() const {
  const QFontMetricsF metrics(plainFont());
  double widest = 0;
  for (const DirectLabel& label : m_labels)
    widest = std::max(
        {widest, metrics.horizontalAdvance(label.name), metrics.horizontalAdvance(label.value)});
  return m_labels.empty() ? 0 : std::ceil(widest) + labelIndent() + spacing::within;
}

// In the margin, where they cover no data. From the top one down, each gives way to the one above
// it, and all of them to the lower end.
void PlotOverlay::paintLabels(QPainter& painter) const {
  const QFontMetricsF metrics(plainFont());
  const QRectF area = m_clouds.area();
  const double height = 2 * metrics.height();
  std::vector<std::pair<double, const DirectLabel*>> shown;  // with the top of each
  for (const DirectLabel& label : m_labels) {
    const double y = m_clouds.position({0, label.y, 0}, false).y();
    if (y >= area.top() - 1 && y <= area.bottom() + 1) shown.emplace_back(y, &label);
  }
  std::stable_sort(shown.begin(), shown.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  double end = area.top() - metrics.height();
  for (auto& [top, label] : shown)
    end = (top = std::max(top - height / 2, end)) + height;
  double least = area.bottom() + metrics.height();
  for (auto one = shown.rbegin(); one != shown.rend(); ++one)
    least = one->first = std::min(one->first, least - height);
  for (const auto& [top, label] : shown)
    paintLabel(painter, *label, top);
}

void PlotOverlay::paintLabel(QPainter& painter, const DirectLabel& label, double top) const {
  const Theme& theme = Theme::instance();
  const QFontMetricsF metrics(plainFont());
  const double left = m_clouds.area().right(), line = metrics.height();
  const double y = m_clouds.position({0, label.y, 0}, false).y();
  const QColor colour = label.colour(theme.tokens());
  const double mark = theme.scaled(8);
  if (label.square) paintMarker(painter, Marker::square, QPointF(left + mark, y), mark, colour);
  painter.setPen(QPen(colour, 1.5));
  if (!label.square) painter.drawLine(QPointF(left + 1, y), QPointF(left + 1.5 * mark, y));
  painter.setPen(colour);
  const QRectF box(left + labelIndent(), top, m_size.width() - left, line);
  painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, label.name);
  painter.drawText(box.translated(0, line), Qt::AlignLeft | Qt::AlignVCenter, label.value);
}

void PlotOverlay::paintLineLabels(QPainter& painter) const {
  LineLabelPainter words(painter, m_clouds.area());
  for (const LineLabel& label : m_lineLabels)
    words.paint(label.text, m_clouds.position({label.from.x, label.from.y, 0}, false),
                m_clouds.position({label.to.x, label.to.y, 0}, false),
                label.colour(Theme::instance().tokens()));
}

// A ring with a halo, as a picture: there may be a thousand of them.
QImage PlotOverlay::ringImage(double ratio) const {
  const Theme& theme = Theme::instance();
  const double ring = theme.scaled(6), side = 2 * ring + 6;
  QImage image((QSizeF(side, side) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  paintRing(painter, QPointF(side / 2, side / 2), ring, theme.tokens().accent, 2);
  return image;
}

void PlotOverlay::paintMarks(QPainter& painter) const {
  const Theme& theme = Theme::instance();
  const Tokens& tokens = theme.tokens();
  const QImage selected = ringImage(painter.device()->devicePixelRatioF());
  const QPointF middle(selected.width() / selected.devicePixelRatio() / 2,
                       selected.height() / selected.devicePixelRatio() / 2);
  for (const PlotMark& mark : m_marks) {
    if (m_still && mark.kind == PlotMark::Kind::hovered) continue;
    const QPointF at = m_clouds.position(mark.point, mark.onLowerEdge);
    if (!m_clouds.area().contains(at)) continue;
    const double ring = theme.scaled(8);
    if (mark.kind == PlotMark::Kind::selected) {
      painter.drawImage(at - middle, selected);
    } else if (mark.kind == PlotMark::Kind::baseline) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(tokens.series[1], 2));
      painter.drawPolygon(QPolygonF({at + QPointF(0, -ring), at + QPointF(ring, 0),
                                     at + QPointF(0, ring), at + QPointF(-ring, 0)}));
    } else {
      paintRing(painter, at, ring, tokens.text, 1.5);
    }
  }
}

void PlotOverlay::paintReadout(QPainter& painter) const {
  const auto hovered = std::find_if(m_marks.begin(), m_marks.end(), [](const PlotMark& mark) {
    return mark.kind == PlotMark::Kind::hovered;
  });
  if (hovered == m_marks.end() || m_readout.isEmpty()) return;
  const QPointF at = m_clouds.position(hovered->point, hovered->onLowerEdge);
  if (!m_clouds.area().contains(at)) return;
  kw::paintReadout(painter, at, boundingRect(), m_readout);
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "model/formats/axis.h"
#include "model/formats/wording.h"
#include "widgets/parameters_plot/parallel_view.h"
#include "widgets/plots/readout.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

// The quickest stands out most from the paper: dark on a light one, light on a dark one.
QColor colourOf(double quickness, const Tokens& tokens) {
  const bool dark = tokens.name == ThemeName::dark;
  QColor colour = Tokens::sequential(dark ? 0.3 + 0.7 * quickness : 0.75 * (1 - quickness));
  colour.setAlphaF(static_cast<float>(0.5 + 0.5 * quickness));
  return colour;
}

double widthOf(double quickness) {
  return 1 + 0.8 * quickness * quickness;
}

}  // namespace

void ParallelView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& tokens = Theme::instance().tokens();
  painter.fillRect(rect(), tokens.panel);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(Theme::instance().interfaceFont());
  if (isEmpty()) return paintEmpty(painter);
  if (!m_pictureValid || m_picture.devicePixelRatio() != devicePixelRatioF()) paintLines();
  painter.drawImage(QPointF(), m_picture);
  if (!m_selectedValid) paintSelected();
  painter.drawImage(QPointF(), m_selectedPicture);
  if (m_hovered) paintLine(painter, *m_hovered, tokens.text, 2);
  paintAxes(painter);
  paintBrushes(painter);
  // Only where the pointer or the keys are: the same candidate is marked in other plots too.
  if (m_hovered && (underMouse() || hasFocus()))
    if (const auto line = m_lines->lineOf(*m_hovered)) {
      const std::vector<QPointF> corners = m_layout.corners(*m_lines, *line);
      const QPointF pointer = mapFromGlobal(QCursor::pos());
      const QPointF at = underMouse() || corners.empty() ? pointer : corners.back();
      paintReadout(painter, at, rect(), m_readout);
    }
}

std::vector<ParallelView::Layer> ParallelView::layers() const {
  const Tokens& tokens = Theme::instance().tokens();
  std::vector<Layer> made;
  made.push_back({QPen(tokens.hairline, 1), false, pieces(m_bundles.contextStrokes(), 0.5)});
  if (m_showFailed) {
    QColor failed = tokens.failed;
    failed.setAlphaF(0.6F);
    made.push_back({QPen(failed, 0.8, Qt::DashLine), true, pieces(m_bundles.failedStrokes(), 0.5)});
  }
  // The range of times ends at round values: the best of those that are there is the clearest.
  int top = view::LineBundles::levels - 1;
  while (top > 0 && m_bundles.strokes(top).empty())
    --top;
  for (int level = m_bundles.firstLevel(); level <= top; ++level) {
    const double quickness = (level + 0.5) / view::LineBundles::levels;
    const double clear = (level + 1.0) / (top + 1.0);
    made.push_back({QPen(colourOf(clear, tokens), widthOf(clear)), true,
                    pieces(m_bundles.strokes(level), quickness)});
  }
  return made;
}

QImage ParallelView::paintLayers(const std::vector<Layer>& layers, QSize size, double ratio) {
  QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  for (const Layer& layer : layers) {
    painter.setRenderHint(QPainter::Antialiasing, layer.antialiased);
    painter.setPen(layer.pen);
    painter.drawLines(layer.pieces.data(), static_cast<int>(layer.pieces.size()));
  }
  return image;
}

// One picture after the other: while results stream in, starting over each time would show none.
void ParallelView::paintLines() {
  if (m_painting.running()) return;
  m_pictureValid = true;
  m_painting.start([layers = layers(), size = size(), ratio = devicePixelRatioF()](
                       const std::stop_token&) { return paintLayers(layers, size, ratio); },
                   [this](const QImage& image) {
                     m_picture = image;
                     update();
                   });
}

std::vector<QLineF> ParallelView::pieces(const std::vector<view::Stroke>& strokes,
                                         double quickness) const {
  std::vector<QLineF> made;
  made.reserve(strokes.size());
  const auto valueY = [&](size_t shown, uint16_t bin) {
    const double bins = m_bundles.bins(m_layout.parameter(shown));
    const double share = (bin + 0.5) / bins * static_cast<double>(m_layout.values(shown));
    return m_layout.valueY(shown, share) + m_layout.spread(shown, quickness);
  };
  const QRectF area = m_layout.area();
  for (const view::Stroke& stroke : strokes) {
    const size_t next = stroke.gap + size_t{1};
    const double to = m_layout.isTime(next) ? area.bottom() - area.height() * (stroke.to + 0.5) /
                                                                  view::LineBundles::timeBins
                                            : valueY(next, stroke.to);
    made.emplace_back(m_layout.x(stroke.gap), valueY(stroke.gap, stroke.from), m_layout.x(next),
                      to);
  }
  return made;
}

void ParallelView::paintAxes(QPainter& painter) const {
  for (size_t shown = 0; shown < m_layout.axes(); ++shown) {
    paintAxis(painter, shown);
    if (m_layout.isTime(shown))
      paintTimes(painter);
    else
      paintValues(painter, shown);
  }
}

void ParallelView::paintAxis(QPainter& painter, size_t shown) const {
  const Theme& theme = Theme::instance();
  const Tokens& tokens = theme.tokens();
  const double x = m_layout.x(shown);
  painter.setPen(QPen(tokens.secondaryText, 1));
  painter.drawLine(QPointF(x, m_layout.area().top()), QPointF(x, m_layout.area().bottom()));
  const QRectF box = header(shown);
  const QString name =
      m_layout.isTime(shown)
          ? tr("Time, %1").arg(m_timeUnit)
          : QString::fromStdString(m_lines->axes()[m_layout.parameter(shown)].name);
  if (hasFocus() && shown == m_currentAxis) {
    painter.setPen(QPen(tokens.focusRing, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, spacing::corner, spacing::corner);
  }
  painter.setPen(tokens.text);
  painter.drawText(box, Qt::AlignCenter,
                   QFontMetricsF(painter.font()).elidedText(name, Qt::ElideRight, box.width() - 2));
}

// On a ground that keeps it legible over the lines.
void ParallelView::paintWord(QPainter& painter, const QRectF& box, int flags,
                             const QString& text) const {
  QColor ground = Theme::instance().tokens().panel;
  ground.setAlphaF(0.8F);
  const QRectF needed = painter.boundingRect(box, flags, text).adjusted(-2, 0, 2, 0);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground);
  painter.drawRoundedRect(needed, spacing::corner, spacing::corner);
  painter.setPen(Theme::instance().tokens().secondaryText);
  painter.drawText(box, flags, text);
}

void ParallelView::paintValues(QPainter& painter, size_t shown) const {
  const auto& values = m_lines->axes()[m_layout.parameter(shown)].values;
  const QFontMetricsF metrics(painter.font());
  const double room = m_layout.area().height() / static_cast<double>(m_layout.values(shown));
  const auto every = static_cast<size_t>(std::max(1.0, std::ceil(metrics.height() / room)));
  const double width = std::max(10.0, (shown == 0 ? m_layout.area().left() : m_layout.spacing()) -
                                          Theme::instance().scaled(10));
  for (size_t value = 0; value < values.size(); value += every) {
    const double y = m_layout.valueY(shown, static_cast<double>(value) + 0.5);
    painter.setPen(QPen(Theme::instance().tokens().secondaryText, 1));
    painter.drawLine(QPointF(m_layout.x(shown) - 3, y), QPointF(m_layout.x(shown), y));
    const QRectF box(m_layout.x(shown) - Theme::instance().scaled(7) - width,
                     y - metrics.height() / 2, width, metrics.height());
    paintWord(painter, box, Qt::AlignRight | Qt::AlignVCenter,
              metrics.elidedText(QString::fromStdString(values[value]), Qt::ElideRight, width));
  }
}

void ParallelView::paintTimes(QPainter& painter) const {
  const view::Range time = m_layout.time();
  const size_t shown = m_layout.axes() - 1;
  const QFontMetricsF metrics(painter.font());
  for (const double tick : ticksWithin(time.low * m_timeFactor, time.high * m_timeFactor, true)) {
    const double y = m_layout.timeY(tick / m_timeFactor);
    painter.setPen(QPen(Theme::instance().tokens().secondaryText, 1));
    painter.drawLine(QPointF(m_layout.x(shown), y), QPointF(m_layout.x(shown) + 3, y));
    const QRectF box(m_layout.x(shown) + Theme::instance().scaled(7), y - metrics.height() / 2,
                     width() - m_layout.x(shown) - Theme::instance().scaled(7), metrics.height());
    painter.setPen(Theme::instance().tokens().secondaryText);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(number(tick)));
  }
}

QRectF ParallelView::brushBox(size_t shown) const {
  const double half = Theme::instance().scaled(7), x = m_layout.x(shown);
  if (m_layout.isTime(shown)) {
    if (m_brushes.timeHigh <= 0) return {};
    return QRectF(QPointF(x - half, m_layout.timeY(m_brushes.timeHigh)),
                  QPointF(x + half, m_layout.timeY(m_brushes.timeLow)));
  }
  for (const view::ValueBrush& brush : m_brushes.values)
    if (brush.axis == m_layout.parameter(shown))
      return QRectF(QPointF(x - half, m_layout.valueY(shown, brush.last + 1.0)),
                    QPointF(x + half, m_layout.valueY(shown, brush.first)));
  return {};
}

void ParallelView::paintBrushes(QPainter& painter) const {
  const Tokens& tokens = Theme::instance().tokens();
  QColor fill = tokens.accent;
  fill.setAlphaF(0.25F);
  for (size_t shown = 0; shown < m_layout.axes(); ++shown) {
    const QRectF box = brushBox(shown);
    if (box.isEmpty()) continue;
    painter.setPen(QPen(tokens.accent, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(box, spacing::corner, spacing::corner);
  }
}

// Kept as a picture, so that pointing at lines does not paint the selected ones again.
void ParallelView::paintSelected() {
  const Tokens& tokens = Theme::instance().tokens();
  const double ratio = devicePixelRatioF();
  m_selectedPicture = QImage(size() * ratio, QImage::Format_ARGB32_Premultiplied);
  m_selectedPicture.setDevicePixelRatio(ratio);
  m_selectedPicture.fill(Qt::transparent);
  m_selectedValid = true;
  QPainter painter(&m_selectedPicture);
  const bool few = m_selected.size() <= fewSelected;
  painter.setRenderHint(QPainter::Antialiasing, few);
  const size_t skipped = m_selected.size() > mostSelected ? m_selected.size() - mostSelected : 0;
  for (size_t i = skipped; i < m_selected.size(); ++i)
    paintLine(painter, m_selected[i], tokens.accent, few ? 2 : 1);
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_baseline) paintLine(painter, *m_baseline, tokens.series[1], 2);
}

// Single pieces are stroked several times as fast as a polyline.
void ParallelView::paintLine(QPainter& painter, Id id, const QColor& colour, double width) const {
  const auto line = m_lines->lineOf(id);
  if (!line) return;
  const std::vector<QPointF> corners = m_layout.corners(*m_lines, *line);
  std::vector<QLineF> parts;
  for (size_t i = 1; i < corners.size(); ++i)
    parts.emplace_back(corners[i - 1], corners[i]);
  const auto count = static_cast<int>(parts.size());
  if (width > 1) {
    painter.setPen(QPen(Theme::instance().tokens().panel, width + 2));
    painter.drawLines(parts.data(), count);
  }
  painter.setPen(QPen(colour, width, m_lines->failed(*line) ? Qt::DashLine : Qt::SolidLine));
  painter.drawLines(parts.data(), count);
}

void ParallelView::paintEmpty(QPainter& painter) const {
  paintEmptyText(painter, rect(), m_emptyTitle, m_emptyHint);
}

}  // namespace kw

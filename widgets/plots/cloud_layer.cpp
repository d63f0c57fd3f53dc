// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/cloud_layer.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/plots/marks.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

// With more points than this, marks are smaller.
constexpr size_t many = 2000, veryMany = 20000;
constexpr double margin = 8;  // pixels around the area, for marks on its edges

}  // namespace

CloudLayer::CloudLayer(const PlotAxis& x, const PlotAxis& y, QGraphicsItem* parent)
    : QGraphicsItem(parent), m_x(x), m_y(y) {}

size_t CloudLayer::add(CloudStyle style) {
  m_clouds.push_back({.style = std::move(style)});
  return m_clouds.size() - 1;
}

void CloudLayer::replace(size_t cloud, std::vector<PlotPoint> points) {
  m_clouds[cloud].points = std::move(points);
  invalidate();
}

void CloudLayer::append(size_t cloud, std::span<const PlotPoint> points) {
  if (points.empty()) return;
  std::vector<PlotPoint>& all = m_clouds[cloud].points;
  all.insert(all.end(), points.begin(), points.end());
  update();
}

size_t CloudLayer::points() const {
  size_t count = 0;
  for (const Cloud& cloud : m_clouds)
    count += cloud.points.size();
  return count;
}

void CloudLayer::setArea(const QRectF& area, double devicePixelRatio) {
  if (area == m_area && devicePixelRatio == m_ratio) return;
  prepareGeometryChange();
  m_area = area;
  m_ratio = devicePixelRatio;
  invalidate();
}

void CloudLayer::invalidate() {
  m_valid = false;
  update();
}

QPointF CloudLayer::position(const PlotPoint& point, bool onLowerEdge) const {
  const double x = m_area.left() + m_area.width() * m_x.fraction(m_x.units(point.x));
  if (onLowerEdge) return {x, m_area.bottom() - Theme::instance().scaled(7)};
  return {x, m_area.bottom() - m_area.height() * m_y.fraction(m_y.units(point.y))};
}

const view::PixelGrid& CloudLayer::grid() {
  ensureDrawn();
  return m_grid;
}

double CloudLayer::sizeFor(const Cloud& cloud) const {
  const size_t count = cloud.points.size();
  const double share = count > veryMany ? 0.5 : count > many ? 0.7 : 1;
  return cloud.style.size * share * Theme::instance().scaled(100) / 100.0;
}

double CloudLayer::marker(size_t cloud) const {
  return sizeFor(m_clouds[cloud]);
}

bool CloudLayer::sizesChanged() const {
  return std::any_of(m_clouds.begin(), m_clouds.end(),
                     [this](const Cloud& cloud) { return cloud.size != sizeFor(cloud); });
}

void CloudLayer::startOver() {
  const QSizeF whole = m_area.size().grownBy(QMarginsF(margin, margin, margin, margin));
  const QSize pixels = (whole * m_ratio).toSize();
  if (m_image.size() != pixels) m_image = QImage(pixels, QImage::Format_ARGB32_Premultiplied);
  m_image.setDevicePixelRatio(m_ratio);
  m_image.fill(Qt::transparent);
  m_grid.reset(m_area.width(), m_area.height());
  m_cellColumns = static_cast<int>(m_area.width()) + 1;
  m_cellRows = static_cast<int>(m_area.height()) + 1;
  const Tokens& tokens = Theme::instance().tokens();
  for (Cloud& cloud : m_clouds) {
    cloud.size = sizeFor(cloud);
    cloud.sprite = markerImage(cloud.style.marker, cloud.size, cloud.style.colour(tokens), m_ratio);
    cloud.taken.assign(static_cast<size_t>(m_cellColumns) * m_cellRows, false);
    cloud.drawn = 0;
  }
  m_valid = true;
}

void CloudLayer::ensureDrawn() {
  if (!m_valid || sizesChanged()) startOver();
  const bool behind = std::any_of(m_clouds.begin(), m_clouds.end(), [](const Cloud& cloud) {
    return cloud.drawn < cloud.points.size();
  });
  if (!behind) return;
  QPainter painter(&m_image);
  for (Cloud& cloud : m_clouds)
    draw(cloud, painter);
}

void CloudLayer::draw(Cloud& cloud, QPainter& painter) {
  const double half = cloud.sprite.width() / m_ratio / 2;
  for (; cloud.drawn < cloud.points.size(); ++cloud.drawn) {
    const PlotPoint& point = cloud.points[cloud.drawn];
    const QPointF at = position(point, cloud.style.onLowerEdge) - m_area.topLeft();
    // Also passes over what is not a number.
    if (!(at.x() >= 0 && at.x() <= m_area.width() && at.y() >= 0 && at.y() <= m_area.height()))
      continue;
    m_grid.add(at.x(), at.y(), point.id);
    // Marks in the same pixel would look like one.
    const size_t cell = static_cast<size_t>(at.y()) * m_cellColumns + static_cast<size_t>(at.x());
    if (cloud.taken[cell]) continue;
    cloud.taken[cell] = true;
    painter.drawImage(QPointF(std::round((at.x() + margin - half) * m_ratio) / m_ratio,
                              std::round((at.y() + margin - half) * m_ratio) / m_ratio),
                      cloud.sprite);
  }
}

QRectF CloudLayer::boundingRect() const {
  return m_area.adjusted(-margin, -margin, margin, margin);
}

void CloudLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  ensureDrawn();
  painter->drawImage(m_area.topLeft() - QPointF(margin, margin), m_image);
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Clouds of many points as one picture: what is drawn stays, and only new points are added to it.
#pragma once

#include <QGraphicsItem>
#include <QImage>
#include <span>
#include <vector>

#include "view/latency/pixel_grid.h"
#include "widgets/plots/plot_axis.h"

namespace kw {

class CloudLayer : public QGraphicsItem {
 public:
  CloudLayer(const PlotAxis& x, const PlotAxis& y, QGraphicsItem* parent);

  size_t add(CloudStyle style);
  void replace(size_t cloud, std::vector<PlotPoint> points);
  void append(size_t cloud, std::span<const PlotPoint> points);
  void setName(size_t cloud, const QString& name) { m_clouds[cloud].style.name = name; }
  const CloudStyle& style(size_t cloud) const { return m_clouds[cloud].style; }
  size_t clouds() const { return m_clouds.size(); }
  size_t points() const;

  // The area in the scene, and how many device pixels a pixel has.
  void setArea(const QRectF& area, double devicePixelRatio);
  const QRectF& area() const { return m_area; }
  // Axes or theme changed: everything is drawn anew, at the next paint.
  void invalidate();

  QPointF position(const PlotPoint& point, bool onLowerEdge) const;  // in the scene
  // Of points in sight; positions are relative to the area.
  const view::PixelGrid& grid();
  double marker(size_t cloud) const;  // size in pixels, with so many points

  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

 private:
  struct Cloud {
    CloudStyle style;
    std::vector<PlotPoint> points;
    std::vector<bool> taken;  // cells that have a mark
    QImage sprite;
    size_t drawn = 0;
    double size = 0;
  };
  void ensureDrawn();
  void startOver();
  void draw(Cloud& cloud, QPainter& painter);
  double sizeFor(const Cloud& cloud) const;
  bool sizesChanged() const;

  const PlotAxis& m_x;
  const PlotAxis& m_y;
  std::vector<Cloud> m_clouds;
  QRectF m_area;
  double m_ratio = 1;
  QImage m_image;
  view::PixelGrid m_grid;
  int m_cellColumns = 0, m_cellRows = 0;
  bool m_valid = false;
};

}  // namespace kw

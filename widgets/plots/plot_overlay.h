// SPDX-License-Identifier: GPL-3.0-or-later
// What lies over the data of a plot: marks that stand out, words beside values, legend, readout.
#pragma once

#include <QGraphicsItem>
#include <QRectF>
#include <vector>

#include "widgets/plots/cloud_layer.h"
#include "widgets/plots/plot_types.h"

namespace kw {

struct LegendEntry {
  QString name;
  ColourOf colour;
  bool line = false;
  Qt::PenStyle dash = Qt::SolidLine;
  Marker marker = Marker::circle;
};

class PlotOverlay : public QGraphicsItem {
 public:
  explicit PlotOverlay(CloudLayer& clouds);

  void setSize(const QSizeF& size);  // of the whole scene
  // Each asks to be painted where something changed.
  void setMarks(std::vector<PlotMark> marks);
  void setLabels(std::vector<DirectLabel> labels);
  void setLineLabels(std::vector<LineLabel> labels);
  double labelRoom() const;  // pixels at the right of the area; 0 without labels
  void setLegend(std::vector<LegendEntry> entries);
  // Beside the mark that is pointed at; the first line stands out.
  void setReadout(QStringList lines);
  // Only where the pointer or the keys are: the same candidate is marked in other plots too.
  void setReading(bool reading) {
    m_reading = reading;
    update();
  }
  // While dragging; an empty one is none.
  void setBand(const QRectF& band, bool selects);
  void setEmptyText(const QString& title, const QString& hint);
  void setEmpty(bool empty);

  const QStringList& readout() const { return m_readout; }
  const std::vector<PlotMark>& marks() const { return m_marks; }
  bool isEmpty() const { return m_empty; }
  bool legendFits() const;
  // What an export leaves out: it shows neither pointer nor drag.
  void setStill(bool still) { m_still = still; }

  QRectF boundingRect() const override { return QRectF(QPointF(), m_size); }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

 private:
  void paintEmpty(QPainter& painter) const;
  void paintLegend(QPainter& painter) const;
  void paintLabels(QPainter& painter) const;
  void paintLineLabels(QPainter& painter) const;
  void paintLabel(QPainter& painter, const DirectLabel& label, double top) const;
  void paintMarks(QPainter& painter) const;
  void paintReadout(QPainter& painter) const;
  QImage ringImage(double ratio) const;
  double legendWidth() const;

  CloudLayer& m_clouds;
  QSizeF m_size;
  std::vector<PlotMark> m_marks;
  std::vector<DirectLabel> m_labels;
  std::vector<LineLabel> m_lineLabels;
  std::vector<LegendEntry> m_legend;
  QStringList m_readout;
  QRectF m_band;
  bool m_bandSelects = false;
  QString m_emptyTitle, m_emptyHint;
  bool m_empty = true, m_still = false, m_reading = false;
};

}  // namespace kw

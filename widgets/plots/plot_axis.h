// SPDX-License-Identifier: GPL-3.0-or-later
// One axis of a plot: its whole range, the part that is shown, and its labels.
#pragma once

#include <QRectF>
#include <optional>
#include <vector>

#include "view/latency/latency_axes.h"
#include "widgets/plots/plot_types.h"

class QChart;
class QPainter;
class QValueAxis;

namespace kw {

// Positions ("units") are the value itself, or its decimal logarithm. Qt Charts only ever sees
// units: its own logarithmic axis loses a whole series over one value that is not positive. Labels
// are ours too, since Qt Charts elides them.
class PlotAxis {
 public:
  PlotAxis(QChart* chart, Qt::Alignment side);

  // Returns whether anything that is shown changed.
  bool setSpec(PlotAxisSpec spec);
  const PlotAxisSpec& spec() const { return m_spec; }

  double units(double value) const;  // NaN where there is none
  double value(double units) const;
  view::Range whole() const;  // in units
  view::Range shown() const { return m_zoom.value_or(whole()); }
  bool zoomed() const { return m_zoom.has_value(); }
  // In units; kept within the whole range. A part that is all of it is no zoom.
  void zoom(view::Range part);
  void resetZoom();
  // From 0 at the lower end to 1.
  double fraction(double units) const;

  // Pixels that labels and title take beside the plot area, and labels beyond its ends.
  double room() const;
  double overhang() const;
  void paintGrid(QPainter& painter, const QRectF& area) const;
  void paintLabels(QPainter& painter, const QRectF& area) const;
  QValueAxis* axis() const { return m_axis; }

 private:
  // Of `height` each, in pixels.
  size_t stepOfLabels(const QRectF& area, double height) const;

  struct Tick {
    double units = 0;
    QString text;
  };
  void label();
  double along(const QRectF& area, double units) const;  // pixels

  bool m_vertical;
  QValueAxis* m_axis;
  PlotAxisSpec m_spec;
  std::optional<view::Range> m_zoom;
  std::vector<Tick> m_ticks;
};

}  // namespace kw

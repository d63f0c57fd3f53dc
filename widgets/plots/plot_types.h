// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot is given to show.
#pragma once

#include <QColor>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "view/latency/step_line.h"
#include "widgets/theme/tokens.h"

namespace kw {

// Which colour, asked again when the theme changes.
using ColourOf = std::function<QColor(const Tokens&)>;

struct PlotPoint {
  double x = 0, y = 0;
  uint32_t id = 0;
};

struct PlotAxisSpec {
  QString title;             // quantity and unit: "Time, µs"
  bool logarithmic = false;  // then low must be over 0
  double low = 0, high = 1;  // the whole range, which resetting the zoom shows
  double factor = 1;         // a label says the value times this
  bool grid = false;
};

struct CloudStyle {
  QString name;  // in the legend; "" is not in it
  ColourOf colour;
  Marker marker = Marker::circle;
  double size = 7;           // pixels at the default font; smaller where there are many
  bool onLowerEdge = false;  // at its x only: y has no meaning
};

struct LineStyle {
  QString name;  // in the legend; "" is not in it
  ColourOf colour;
  Qt::PenStyle dash = Qt::SolidLine;
  double width = 1.5;
};

// Something that stands out: selected, pointed at, the baseline.
struct PlotMark {
  enum class Kind { selected, hovered, baseline };
  Kind kind = Kind::selected;
  PlotPoint point;
  bool onLowerEdge = false;
};

// A word beside a value of the y axis, in the margin at the right end of the line that it names.
struct DirectLabel {
  QString name, value;  // one below the other
  double y = 0;
  ColourOf colour;
  bool square = false;  // a square mark before it, else a stroke
};

// Words along a straight line, just over it: at its left end where it rises, at its right end where
// it is level, and there under it where they would reach over the plot. Left out where the part in
// sight is too short for them.
struct LineLabel {
  QString text;
  view::PlotXY from, to;  // of the line, in values
  ColourOf colour;
};

}  // namespace kw

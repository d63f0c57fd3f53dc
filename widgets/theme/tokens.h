// SPDX-License-Identifier: GPL-3.0-or-later
// The look, as one table: colours, spacing and series. Everything that paints reads it from here.
#pragma once

#include <QColor>
#include <array>
#include <cstddef>

namespace kw {

enum class ThemeName { light, dark };

// Which colour is for what. Text has a contrast of at least 4.5 to 1 on the papers it stands on,
// marks 3 to 1 (tests/widgets/theme computes both).
struct Tokens {
  ThemeName name = ThemeName::light;
  QColor window, panel, editorPaper;
  QColor text, secondaryText, disabledText;
  QColor hairline, selection, focusRing;
  QColor accent, onAccent;  // one action per view, and the text on it
  QColor verified, warning, failed;
  QColor source;  // the source kernel, in every plot and table
  // In this order. After Okabe and Ito's palette, which stays apart for colour-blind readers,
  // shifted to 3 to 1 on each paper.
  std::array<QColor, 7> series;
  // Code.
  QColor keyword, cudaWord, number, string, comment, preprocessor;
  QColor parameterPaper;  // behind a parameter's name in a template
  QColor addedPaper, removedPaper, changedPaper, faultPaper, warningPaper;

  // Viridis (Smith and van der Walt, 2015), sampled; `at` from 0 to 1.
  static QColor sequential(double at);
  // Differences to a baseline: -1 blue, 0 the panel, 1 orange.
  QColor diverging(double at) const;
};

const Tokens& tokensOf(ThemeName name);

// WCAG 2.1's contrast ratio of two opaque colours, 1 to 21.
double contrast(const QColor& a, const QColor& b);

namespace spacing {
inline constexpr int within = 4;    // parts of a control
inline constexpr int between = 8;   // controls
inline constexpr int groups = 12;   // groups of controls
inline constexpr int panel = 16;    // around a panel
inline constexpr int row = 22;      // height of a table's row at the default font
inline constexpr int button = 28;   // height of a tool button
inline constexpr int hitArea = 24;  // the least that can be clicked
inline constexpr int corner = 3;    // radius
}  // namespace spacing

// The shape of a series' marks, so that colour is never alone; in the order of Tokens::series.
enum class Marker { circle, square, triangle, diamond, cross, plus, star };
inline constexpr std::array<Marker, 7> seriesMarkers = {
    Marker::circle, Marker::triangle, Marker::diamond, Marker::plus,
    Marker::star,   Marker::cross,    Marker::square};

}  // namespace kw

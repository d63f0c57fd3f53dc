// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion, whose boxes to tick are drawn in the theme's colours: its own ones are darker than the
// window, so that on a dark one they cannot be seen.
#pragma once

#include <QProxyStyle>

namespace kw {

class ThemeStyle : public QProxyStyle {
 public:
  ThemeStyle();
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
};

}  // namespace kw

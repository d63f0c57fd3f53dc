// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/tokens.h"

#include <algorithm>
#include <cmath>

namespace kw {

namespace {

QColor rgb(unsigned value) {
  return QColor::fromRgb(value);
}

Tokens lightTokens() {
  Tokens t;
  t.name = ThemeName::light;
  t.window = rgb(0xf6f7f9);
  t.panel = rgb(0xffffff);
  t.editorPaper = rgb(0xffffff);
  t.text = rgb(0x1f2328);
  t.secondaryText = rgb(0x57606a);
  t.disabledText = rgb(0x8c959f);
  t.hairline = rgb(0xd7dce2);
  t.selection = rgb(0xcfe3fb);
  t.focusRing = rgb(0x1f6feb);
  t.accent = rgb(0x1f6feb);
  t.onAccent = rgb(0xffffff);
  t.verified = rgb(0x1a7f4b);
  t.warning = rgb(0x9a6700);
  t.failed = rgb(0xc4314b);
  t.source = rgb(0x6e7781);
  t.series = {rgb(0x0072b2), rgb(0xb97700), rgb(0x00855f), rgb(0xc4500a),
              rgb(0x3a93c9), rgb(0xb25a94), rgb(0x7d7000)};
  t.keyword = rgb(0x0550ae);
  t.cudaWord = rgb(0x8250df);
  t.number = rgb(0x953800);
  t.string = rgb(0x1a7f4b);
  t.comment = rgb(0x57606a);
  t.preprocessor = rgb(0x7d4e00);
  t.parameterPaper = rgb(0xfff1c2);
  t.addedPaper = rgb(0xe2f6e9);
  t.removedPaper = rgb(0xfde7ea);
  t.changedPaper = rgb(0xe6f0fc);
  t.faultPaper = rgb(0xfde7ea);
  t.warningPaper = rgb(0xfff4d6);
  return t;
}

Tokens darkTokens() {
  Tokens t;
  t.name = ThemeName::dark;
  t.window = rgb(0x1c1f24);
  t.panel = rgb(0x23272e);
  t.editorPaper = rgb(0x1e2227);
  t.text = rgb(0xe6e9ed);
  t.secondaryText = rgb(0xa5adb8);
  t.disabledText = rgb(0x6b7480);
  t.hairline = rgb(0x373d47);
  t.selection = rgb(0x264b73);
  t.focusRing = rgb(0x58a6ff);
  t.accent = rgb(0x58a6ff);
  t.onAccent = rgb(0x0d1117);
  t.verified = rgb(0x4cc38a);
  t.warning = rgb(0xd9a53f);
  t.failed = rgb(0xff6b81);
  t.source = rgb(0x9aa3ae);
  t.series = {rgb(0x3d9be0), rgb(0xe69f00), rgb(0x1fb58a), rgb(0xf0743a),
              rgb(0x7cc8f2), rgb(0xdd92bb), rgb(0xe8dc5a)};
  t.keyword = rgb(0x79b8ff);
  t.cudaWord = rgb(0xc9a5f7);
  t.number = rgb(0xf0a868);
  t.string = rgb(0x7ed0a4);
  t.comment = rgb(0x98a2ae);
  t.preprocessor = rgb(0xdbb86b);
  t.parameterPaper = rgb(0x4d421c);
  t.addedPaper = rgb(0x1f3a2c);
  t.removedPaper = rgb(0x45252c);
  t.changedPaper = rgb(0x203650);
  t.faultPaper = rgb(0x45252c);
  t.warningPaper = rgb(0x43381a);
  return t;
}

QColor between(const QColor& a, const QColor& b, double share) {
  const auto mix = [share](int x, int y) {
    return static_cast<int>(std::lround(x + (y - x) * share));
  };
  return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

// IEC 61966-2-1's transfer function, as WCAG states it.
double linear(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
         0.0722 * linear(color.blueF());
}

}  // namespace

const Tokens& tokensOf(ThemeName name) {
  static const Tokens light = lightTokens();
  static const Tokens dark = darkTokens();
  return name == ThemeName::light ? light : dark;
}

QColor Tokens::sequential(double at) {
  static const std::array<QColor, 6> stops = {rgb(0x440154), rgb(0x414487), rgb(0x2a788e),
                                              rgb(0x22a884), rgb(0x7ad151), rgb(0xfde725)};
  const double place = std::clamp(at, 0.0, 1.0) * (stops.size() - 1);
  const auto below = std::min(static_cast<size_t>(place), stops.size() - 2);
  return between(stops[below], stops[below + 1], place - static_cast<double>(below));
}

QColor Tokens::diverging(double at) const {
  const double amount = std::clamp(at, -1.0, 1.0);
  return between(panel, amount < 0 ? series[0] : series[3], std::abs(amount));
}

double contrast(const QColor& a, const QColor& b) {
  const double first = luminance(a), second = luminance(b);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

}  // namespace kw

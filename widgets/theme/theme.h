// SPDX-License-Identifier: GPL-3.0-or-later
// The theme that the program wears: a QPalette and a style sheet made from the tokens, and fonts.
#pragma once

#include <QFont>
#include <QObject>

#include "widgets/theme/tokens.h"

namespace kw {

// One for the program. Widgets that paint by themselves read tokens() in paintEvent, or listen to
// changed().
class Theme : public QObject {
  Q_OBJECT

 public:
  static Theme& instance();

  const Tokens& tokens() const { return tokensOf(m_name); }
  ThemeName name() const { return m_name; }
  // Steps of one point from the system's size; -4 to 12.
  int fontStep() const { return m_fontStep; }

  void setName(ThemeName name);
  void setFontStep(int step);
  // Puts it on the QApplication. Without this, nothing of it shows.
  void apply();

  QFont interfaceFont() const;
  QFont codeFont() const;    // monospaced, for code and configurations
  QFont numberFont() const;  // the interface's with tabular figures, for columns of numbers
  // The height of a row or button at the present font; `pixels` is for the default one.
  int scaled(int pixels) const;

 Q_SIGNALS:
  void changed();

 private:
  Theme();
  QString styleSheet() const;

  ThemeName m_name = ThemeName::light;
  int m_fontStep = 0;
  QFont m_systemFont;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QPalette>
#include <algorithm>

#include "widgets/theme/theme_style.h"

namespace kw {

namespace {

constexpr double defaultPointSize = 10;

QPalette paletteOf(const Tokens& t) {
  QPalette palette;
  palette.setColor(QPalette::Window, t.window);
  palette.setColor(QPalette::WindowText, t.text);
  palette.setColor(QPalette::Base, t.panel);
  palette.setColor(QPalette::AlternateBase, t.window);
  palette.setColor(QPalette::Text, t.text);
  palette.setColor(QPalette::PlaceholderText, t.secondaryText);
  palette.setColor(QPalette::Button, t.panel);
  palette.setColor(QPalette::ButtonText, t.text);
  palette.setColor(QPalette::ToolTipBase, t.panel);
  palette.setColor(QPalette::ToolTipText, t.text);
  palette.setColor(QPalette::Highlight, t.selection);
  palette.setColor(QPalette::HighlightedText, t.text);
  palette.setColor(QPalette::Link, t.accent);
  palette.setColor(QPalette::LinkVisited, t.accent);
  palette.setColor(QPalette::BrightText, t.failed);
  palette.setColor(QPalette::Light, t.panel);
  palette.setColor(QPalette::Midlight, t.hairline);
  palette.setColor(QPalette::Mid, t.hairline);
  palette.setColor(QPalette::Dark, t.secondaryText);
  palette.setColor(QPalette::Shadow, t.hairline);
  for (const QPalette::ColorRole role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
    palette.setColor(QPalette::Disabled, role, t.disabledText);
  return palette;
}

}  // namespace

Theme::Theme() : m_systemFont(QApplication::font()) {
  if (m_systemFont.pointSizeF() <= 0) m_systemFont.setPointSizeF(defaultPointSize);
}

Theme& Theme::instance() {
  static Theme theme;
  return theme;
}

void Theme::setName(ThemeName name) {
  if (m_name == name) return;
  m_name = name;
  apply();
}

void Theme::setFontStep(int step) {
  const int bounded = std::clamp(step, -4, 12);
  if (m_fontStep == bounded) return;
  m_fontStep = bounded;
  apply();
}

void Theme::apply() {
  QApplication::setStyle(new ThemeStyle);
  QApplication::setPalette(paletteOf(tokens()));
  QApplication::setFont(interfaceFont());
  qApp->setStyleSheet(styleSheet());
  Q_EMIT changed();
}

QFont Theme::interfaceFont() const {
  QFont font = m_systemFont;
  font.setPointSizeF(std::max(5.0, m_systemFont.pointSizeF() + m_fontStep));
  return font;
}

QFont Theme::codeFont() const {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  font.setPointSizeF(interfaceFont().pointSizeF());
  font.setStyleHint(QFont::Monospace);
  font.setFixedPitch(true);
  return font;
}

QFont Theme::numberFont() const {
  return codeFont();
}

int Theme::scaled(int pixels) const {
  QFont plain = m_systemFont;
  const double now = QFontMetrics(interfaceFont()).height();
  const double then = QFontMetrics(plain).height();
  return then > 0 ? static_cast<int>(pixels * now / then + 0.5) : pixels;
}

QString Theme::styleSheet() const {
  const Tokens& t = tokens();
  QString sheet = QStringLiteral(R"(
QToolTip { background: @panel; color: @text; border: 1px solid @hairline; padding: 4px; }
QMainWindow::separator { background: @hairline; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: @window; padding: 4px 8px; }
QHeaderView { background: @window; }
QHeaderView::section { background: @window; color: @secondaryText; border: 0; border-right: 1px solid @hairline;
  border-bottom: 1px solid @hairline; padding: 2px 6px; }
QTableView, QTreeView, QListView { background: @panel; border: 0; gridline-color: @hairline; }
QTableView::item:focus { border: 1px solid @focusRing; }
QToolBar { background: @window; border: 0; border-bottom: 1px solid @hairline; spacing: 8px; padding: 4px 8px; }
QToolBar[fixed="true"] { border: 0; padding: 0; spacing: 0; }
QStatusBar { background: @window; border-top: 1px solid @hairline; }
QStatusBar::item { border: 0; }
QTabBar::tab { background: @window; color: @secondaryText; padding: 4px 12px; border: 0;
  border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:focus { color: @accent; }
QPushButton, QToolButton#action { background: @panel; border: 1px solid @hairline; border-radius: 3px;
  padding: 3px 12px; min-height: 20px; }
QPushButton:hover, QToolButton#action:hover { border-color: @accent; }
QPushButton:focus, QToolButton#action:focus { border-color: @focusRing; }
QPushButton:checked, QToolButton#action:checked { background: @selection; border-color: @focusRing; }
QPushButton:disabled, QToolButton#action:disabled { color: @disabledText; }
QPushButton[accent="true"] { background: @accent; color: @onAccent; border-color: @accent; }
QPushButton[accent="true"]:disabled { background: @hairline; color: @disabledText; border-color: @hairline; }
QLineEdit, QSpinBox, QPlainTextEdit, QTextBrowser { background: @panel; border: 1px solid @hairline;
  border-radius: 3px; padding: 2px 6px; selection-background-color: @selection; selection-color: @text; }
QLineEdit:focus, QSpinBox:focus, QPlainTextEdit:focus { border-color: @focusRing; }
QComboBox { background: @panel; border: 1px solid @hairline; border-radius: 3px; padding: 2px 8px; min-height: 20px; }
QComboBox:focus { border-color: @focusRing; }
QComboBox:disabled, QLineEdit:disabled { color: @disabledText; }
QScrollBar { background: transparent; border: 0; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: @disabledText; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: @secondaryText; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QMenu { background: @panel; border: 1px solid @hairline; }
QMenu::item { padding: 4px 24px; }
QMenu::item:selected { background: @selection; color: @text; }
QMenu::item:disabled { color: @disabledText; }
QProgressBar { background: @hairline; border: 0; border-radius: 3px; max-height: 6px; text-align: right; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QLabel[role="secondary"] { color: @secondaryText; }
QLabel[role="warning"] { color: @warning; }
QLabel[role="failed"] { color: @failed; }
QLabel[role="verified"] { color: @verified; }
)");
  const std::pair<QString, QColor> values[] = {
      {QStringLiteral("@window"), t.window},
      {QStringLiteral("@panel"), t.panel},
      {QStringLiteral("@text"), t.text},
      {QStringLiteral("@secondaryText"), t.secondaryText},
      {QStringLiteral("@disabledText"), t.disabledText},
      {QStringLiteral("@hairline"), t.hairline},
      {QStringLiteral("@selection"), t.selection},
      {QStringLiteral("@focusRing"), t.focusRing},
      {QStringLiteral("@accent"), t.accent},
      {QStringLiteral("@onAccent"), t.onAccent},
      {QStringLiteral("@warning"), t.warning},
      {QStringLiteral("@failed"), t.failed},
      {QStringLiteral("@verified"), t.verified},
  };
  for (const auto& [name, color] : values)
    sheet.replace(name, color.name());
  return sheet;
}

}  // namespace kw

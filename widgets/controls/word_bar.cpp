// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/word_bar.h"

#include <QEvent>
#include <QPainter>
#include <QPolygonF>
#include <QToolButton>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

const QString moreName = QStringLiteral("qt_toolbar_ext_button");  // Qt's

}  // namespace

WordBar::WordBar(const QString& name, const QList<QAction*>& actions, QWidget* parent)
    : QToolBar(parent) {
  setAccessibleName(name);
  setToolButtonStyle(Qt::ToolButtonTextOnly);
  addActions(actions);
  for (QWidget* button : buttons())
    button->setFocusPolicy(Qt::TabFocus);
  if (auto* more = findChild<QToolButton*>(moreName)) {
    more->setAccessibleName(tr("More actions"));
    more->setToolTip(tr("More actions"));
    more->installEventFilter(this);
  }
  connect(&Theme::instance(), &Theme::changed, this, &WordBar::wearTheme);
  wearTheme();
}

QList<QWidget*> WordBar::buttons() const {
  QList<QWidget*> all;
  for (QAction* action : actions())
    if (QWidget* button = widgetForAction(action)) all.append(button);
  if (auto* more = findChild<QToolButton*>(moreName)) all.append(more);
  return all;
}

// The panel's edges are lines enough.
void WordBar::wearTheme() {
  const Tokens& tokens = Theme::instance().tokens();
  setStyleSheet(QStringLiteral("QToolBar { border: 0; padding: 0; spacing: 2px; }"
                               "QToolButton { border: 1px solid transparent; border-radius: 3px; "
                               "padding: 2px 6px; }"
                               "QToolButton:hover { border-color: %1; }"
                               "QToolButton:focus { border-color: %2; }"
                               "QToolButton:pressed, QToolButton:checked { background: %3; }"
                               "QToolButton:disabled { color: %4; }")
                    .arg(tokens.hairline.name(), tokens.focusRing.name(), tokens.selection.name(),
                         tokens.disabledText.name()));
  setMinimumWidth(Theme::instance().scaled(spacing::button));
}

bool WordBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Paint) return QToolBar::eventFilter(watched, event);
  paintMore(*static_cast<QWidget*>(watched));
  return true;
}

void WordBar::paintMore(QWidget& button) const {
  const Tokens& tokens = Theme::instance().tokens();
  QPainter painter(&button);
  painter.setRenderHint(QPainter::Antialiasing);
  if (button.hasFocus() || button.underMouse()) {
    painter.setPen(button.hasFocus() ? tokens.focusRing : tokens.hairline);
    painter.drawRoundedRect(QRectF(button.rect()).adjusted(0.5, 0.5, -0.5, -0.5), spacing::corner,
                            spacing::corner);
  }
  painter.setPen(QPen(tokens.text, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const double half = std::min(button.width() / 5.0, button.height() / 5.0);
  for (const double shift : {-half, half * 0.6}) {
    const QPointF tip(button.width() / 2.0 + shift + half / 2, button.height() / 2.0);
    painter.drawPolyline(QPolygonF{tip + QPointF(-half, -half), tip, tip + QPointF(-half, half)});
  }
}

}  // namespace kw

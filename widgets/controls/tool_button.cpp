// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/tool_button.h"

#include <QAction>

namespace kw {

QToolButton* toolButton(QAction* action) {
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("action"));
  button->setDefaultAction(action);
  button->setAccessibleName(action->text());
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace kw

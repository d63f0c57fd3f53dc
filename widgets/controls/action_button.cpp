// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/action_button.h"

#include <QAction>

namespace kw {

ActionButton::ActionButton(QAction* action, QWidget* parent, bool accent)
    : QPushButton(parent), m_action(action) {
  if (accent) setProperty("accent", true);
  connect(this, &QPushButton::clicked, action, &QAction::trigger);
  connect(action, &QAction::changed, this, &ActionButton::follow);
  follow();
}

void ActionButton::follow() {
  setText(m_action->text());
  setAccessibleName(m_action->text());
  setEnabled(m_action->isEnabled());
  const QString keys = m_action->shortcut().toString(QKeySequence::NativeText);
  const QString tip = m_action->toolTip();
  setToolTip(keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keys));
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// A push button that shows and triggers an action.
#pragma once

#include <QPushButton>

class QAction;

namespace kw {

class ActionButton : public QPushButton {
  Q_OBJECT

 public:
  ActionButton(QAction* action, QWidget* parent, bool accent = false);

 private:
  void follow();
  QAction* m_action;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace kw {

// A framed button that shows and triggers an action; checkable where the action is.
QToolButton* toolButton(QAction* action);

}  // namespace kw

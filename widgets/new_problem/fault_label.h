// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a field, or needed still, below it.
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace kw {

// Hidden until it has something to say.
QLabel* faultLabel(QWidget* parent);
void showFault(QLabel& label, const QString& text, bool isMissing);

}  // namespace kw

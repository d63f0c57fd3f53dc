// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the panel's form, all alike.
#pragma once

#include <QString>

class QFormLayout;
class QLineEdit;
class QWidget;

namespace kw {

// Adds it below the others, as wide as they are, with its accessible name and that of the object
// ("review." before `name`).
void addFormRow(QFormLayout& form, const char* name, const QString& label, QWidget* field);
QLineEdit* addLineRow(QFormLayout& form, const char* name, const QString& label,
                      const QString& hint);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Asks where to save a file.
#pragma once

#include <QString>
#include <functional>

class QWidget;

namespace kw {

struct SaveQuestion {
  QString title;
  QString name;    // what the file is called unless another name is typed; may be empty
  QString filter;  // "PNG (*.png);;PDF (*.pdf)"
  QString suffix;  // for what is typed without one
};

// Calls `then` with the path that was chosen, and does nothing where none was. `parent` is where
// the keys go back to.
void askWhereToSave(QWidget& parent, const SaveQuestion& question,
                    std::function<void(const QString&)> then);

}  // namespace kw

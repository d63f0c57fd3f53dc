// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line of `kernelwright` says.
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

namespace kw {

struct WorkbenchOptions {
  QString file;        // "" is the start page
  QString screenshot;  // a picture to write instead of showing a window
  std::optional<QSize> size;
  double scale = 1;
  QString theme;  // "light", "dark", or "": as set
  QString panel;  // the picture is of this panel alone
  QString tune;   // a budget: tuning begins once the file is open
  bool help = false;
  bool version = false;
};

// "" and the options, or what is wrong and how to say it.
QString readOptions(const QStringList& arguments, WorkbenchOptions& options);
QString helpText();

}  // namespace kw

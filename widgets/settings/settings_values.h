// SPDX-License-Identifier: GPL-3.0-or-later
// What the workbench remembers from one start to the next, as plain values.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include "widgets/theme/tokens.h"

namespace kw {

// A problem or session that was open. Whether it is still there is for others to find out: looking
// may take long where it lies on a network.
struct RecentFile {
  QString path;     // absolute
  QString name;     // "" : the path's last part
  QString problem;  // the kernel's name, where known
  QString device;   // where it was tuned, where known: "H200", "host"
  QDateTime opened;

  bool isSession() const { return path.endsWith(QLatin1String(".kwr")); }
  bool operator==(const RecentFile&) const = default;
};

// What was chosen for the last run.
struct RunChoices {
  QString device = QStringLiteral("auto");
  QStringList runners;  // command lines that start runners; empty: the one beside this program
  QString strategy = QStringLiteral("auto");
  QString budget = QStringLiteral("60s");
  quint64 seed = 1;
  bool operator==(const RunChoices&) const = default;
};

struct SettingsValues {
  ThemeName theme = ThemeName::light;
  int fontStep = 0;                   // points from the system's size, -4 to 12
  QByteArray geometry;                // of the window, as QWidget::saveGeometry gives it
  QString layout;                     // the name of the one in use; "": the default
  QMap<QString, QByteArray> layouts;  // by name, as QMainWindow::saveState gives them
  QMap<QString, QByteArray> panels;   // what each panel keeps of itself, by name
  QList<RecentFile> recent;           // the last opened first
  RunChoices run;
  QStringList recentActions;  // object names
  bool operator==(const SettingsValues&) const = default;
};

inline constexpr int mostRecentFiles = 20;

}  // namespace kw

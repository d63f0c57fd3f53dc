// SPDX-License-Identifier: GPL-3.0-or-later
// The window with a session that is the same each time: nothing in it depends on the time, the
// machine, the user's settings or where the test runs.
#pragma once

#include <QTemporaryDir>
#include <memory>

#include "widgets/settings/settings.h"
#include "widgets/window/main_window.h"

namespace kw::test {

// Files that a window reads: a session, a small kernel library with the same session as its
// recording, and settings that know of files which are gone.
class SampleFolder {
 public:
  SampleFolder();  // sets KERNELWRIGHT_DATA, KERNELWRIGHT_CONFIG and XDG_STATE_HOME

  QString session() const { return m_folder.filePath(QStringLiteral("silu_and_mul.kwr")); }
  QString settings() const { return m_folder.filePath(QStringLiteral("workbench.ini")); }

 private:
  QTemporaryDir m_folder;
};

class SampleWindow {
 public:
  SampleWindow(const SampleFolder& folder, ThemeName theme, QSize size);

  MainWindow& window() { return m_window; }
  // With three candidates selected and lines in the log; false where it does not open or come to
  // rest.
  bool open(const QString& session);
  // Nothing is under way, over several looks.
  bool settle();
  bool isSettled();
  QImage picture(QWidget* widget);

 private:
  void hidePlaces();

  Settings m_settings;
  MainWindow m_window;
};

}  // namespace kw::test

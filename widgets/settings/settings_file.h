// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing the settings' file. Both block; the file is small.
#pragma once

#include "widgets/settings/settings_values.h"

namespace kw {

// workbench.ini in KERNELWRIGHT_CONFIG, else in $XDG_CONFIG_HOME/kernelwright or
// ~/.config/kernelwright; without HOME, the account's home folder counts. "" where there is none:
// then nothing can be stored.
QString settingsPath();

struct ReadSettings {
  SettingsValues values;
  QString notice;        // "" or what was wrong and what came of it
  bool damaged = false;  // the file is not to be written over: it is kept beside the new one
};

// Defaults where there is no file, or none that can be understood. Single values that make no sense
// are passed over.
ReadSettings readSettings(const QString& path);

// What `mine` changed since `before`, put into what another window has stored meanwhile.
SettingsValues mergedSettings(const SettingsValues& before, const SettingsValues& mine,
                              const SettingsValues& theirs);

// Stores what changed since `before`, as above. "" or what went wrong. A damaged file is renamed to
// PATH.damaged first.
QString writeSettings(const QString& path, const SettingsValues& before, const SettingsValues& mine,
                      bool damaged);

// Whether a command line seems to hold a password or a key: such a one is not stored.
bool holdsSecret(const QString& command);

}  // namespace kw

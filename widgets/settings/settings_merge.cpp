// SPDX-License-Identifier: GPL-3.0-or-later
// Several windows store into one file: each its own changes only.
#include <algorithm>

#include "widgets/settings/settings_file.h"

namespace kw {

namespace {

template <class T>
T merged(const T& before, const T& mine, const T& theirs) {
  return mine == before ? theirs : mine;
}

using States = QMap<QString, QByteArray>;

States merged(const States& before, const States& mine, const States& theirs) {
  States states = theirs;
  for (auto one = before.begin(); one != before.end(); ++one)
    if (!mine.contains(one.key())) states.remove(one.key());
  for (auto one = mine.begin(); one != mine.end(); ++one)
    if (before.value(one.key()) != one.value()) states[one.key()] = one.value();
  return states;
}

using Files = QList<RecentFile>;

bool holds(const Files& files, const QString& path) {
  return std::any_of(files.begin(), files.end(),
                     [&](const RecentFile& each) { return each.path == path; });
}

Files merged(const Files& before, const Files& mine, const Files& theirs) {
  Files files = mine;
  for (const RecentFile& each : theirs) {
    const auto here = std::find_if(files.begin(), files.end(),
                                   [&](const RecentFile& one) { return one.path == each.path; });
    if (here != files.end()) {
      if (here->opened < each.opened) *here = each;
    } else if (!holds(before, each.path)) {
      files.append(each);  // else it was taken out here
    }
  }
  // And what was taken out there.
  files.removeIf([&](const RecentFile& each) {
    const auto had = std::find_if(before.begin(), before.end(),
                                  [&](const RecentFile& one) { return one.path == each.path; });
    return had != before.end() && *had == each && !holds(theirs, each.path);
  });
  std::stable_sort(files.begin(), files.end(),
                   [](const RecentFile& a, const RecentFile& b) { return a.opened > b.opened; });
  if (files.size() > mostRecentFiles) files.resize(mostRecentFiles);
  return files;
}

}  // namespace

SettingsValues mergedSettings(const SettingsValues& before, const SettingsValues& mine,
                              const SettingsValues& theirs) {
  SettingsValues values;
  values.theme = merged(before.theme, mine.theme, theirs.theme);
  values.fontStep = merged(before.fontStep, mine.fontStep, theirs.fontStep);
  values.geometry = merged(before.geometry, mine.geometry, theirs.geometry);
  values.layout = merged(before.layout, mine.layout, theirs.layout);
  values.layouts = merged(before.layouts, mine.layouts, theirs.layouts);
  values.panels = merged(before.panels, mine.panels, theirs.panels);
  values.recent = merged(before.recent, mine.recent, theirs.recent);
  values.run = merged(before.run, mine.run, theirs.run);
  values.recentActions = merged(before.recentActions, mine.recentActions, theirs.recentActions);
  return values;
}

}  // namespace kw

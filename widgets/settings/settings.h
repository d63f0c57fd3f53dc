// SPDX-License-Identifier: GPL-3.0-or-later
// The workbench's settings: read once at the start, kept in memory, stored by another thread a
// moment after they change. Nothing secret is stored.
#pragma once

#include <QObject>
#include <QTimer>

#include "widgets/settings/settings_file.h"

namespace kw {

class Settings : public QObject {
  Q_OBJECT

 public:
  explicit Settings(const QString& path = settingsPath(), QObject* parent = nullptr);
  ~Settings() override;  // stores what is not stored yet

  const SettingsValues& values() const { return m_values; }
  // What was wrong with the file when it was read; "" as a rule. To be shown in the log.
  const QString& notice() const { return m_notice; }

  void setTheme(ThemeName theme);
  void setFontStep(int step);
  void setGeometry(const QByteArray& geometry);
  void setLayout(const QString& name);  // the one in use
  // An empty state removes it.
  void setLayoutState(const QString& name, const QByteArray& state);
  // What a panel keeps of itself: columns, choices.
  void setPanelState(const QString& name, const QByteArray& state);
  void setRun(const RunChoices& choices);
  void setRecentActions(const QStringList& objectNames);

  // To the front; what is known of the same path already is replaced. `file.opened`: now, where it
  // is not set.
  void addRecent(RecentFile file);
  void removeRecent(const QString& path);

  // Nothing is stored from now on: for a program that only draws a picture.
  void storeNothing() { m_stores = false; }
  // Stores now and waits for it; for the end of the program and for tests.
  void flush();

 Q_SIGNALS:
  void recentChanged();
  void layoutsChanged();
  // The file cannot be written; said once.
  void noticed(const QString& text);

 private:
  template <class T>
  bool change(T& value, const T& wanted);
  void store();

  QString m_path;
  SettingsValues m_values, m_stored;
  QString m_notice;
  bool m_damaged = false;
  bool m_stores = true;
  bool m_saidFault = false;
  QTimer m_delay;
};

}  // namespace kw

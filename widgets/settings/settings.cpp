// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/settings.h"

#include <QCoreApplication>
#include <QDir>
#include <QPointer>
#include <QThreadPool>
#include <algorithm>
#include <utility>

namespace kw {

namespace {

constexpr int delayMilliseconds = 500;

// One writer at a time, in the order of the changes: its only thread sees to both.
QThreadPool& writers() {
  static QThreadPool pool;
  pool.setMaxThreadCount(1);
  return pool;
}

}  // namespace

Settings::Settings(const QString& path, QObject* parent) : QObject(parent), m_path(path) {
  ReadSettings read = readSettings(path);
  m_values = m_stored = std::move(read.values);
  m_notice = std::move(read.notice);
  m_damaged = read.damaged;
  m_delay.setSingleShot(true);
  m_delay.setInterval(delayMilliseconds);
  connect(&m_delay, &QTimer::timeout, this, &Settings::store);
}

Settings::~Settings() {
  flush();
}

template <class T>
bool Settings::change(T& value, const T& wanted) {
  if (value == wanted) return false;
  value = wanted;
  m_delay.start();
  return true;
}

void Settings::setTheme(ThemeName theme) {
  change(m_values.theme, theme);
}

void Settings::setFontStep(int step) {
  change(m_values.fontStep, std::clamp(step, -4, 12));
}

void Settings::setGeometry(const QByteArray& geometry) {
  change(m_values.geometry, geometry);
}

void Settings::setLayout(const QString& name) {
  change(m_values.layout, name);
}

void Settings::setLayoutState(const QString& name, const QByteArray& state) {
  QMap<QString, QByteArray> layouts = m_values.layouts;
  if (state.isEmpty())
    layouts.remove(name);
  else
    layouts[name] = state;
  const bool namesChange = layouts.keys() != m_values.layouts.keys();
  if (change(m_values.layouts, layouts) && namesChange) Q_EMIT layoutsChanged();
}

void Settings::setPanelState(const QString& name, const QByteArray& state) {
  QMap<QString, QByteArray> panels = m_values.panels;
  panels[name] = state;
  change(m_values.panels, panels);
}

void Settings::setRun(const RunChoices& choices) {
  change(m_values.run, choices);
}

void Settings::setRecentActions(const QStringList& objectNames) {
  change(m_values.recentActions, objectNames);
}

void Settings::addRecent(RecentFile file) {
  file.path = QDir::cleanPath(file.path);
  if (!file.opened.isValid()) file.opened = QDateTime::currentDateTimeUtc();
  QList<RecentFile> recent = m_values.recent;
  recent.removeIf([&](const RecentFile& each) { return each.path == file.path; });
  recent.prepend(file);
  if (recent.size() > mostRecentFiles) recent.resize(mostRecentFiles);
  if (change(m_values.recent, recent)) Q_EMIT recentChanged();
}

void Settings::removeRecent(const QString& path) {
  QList<RecentFile> recent = m_values.recent;
  recent.removeIf([&](const RecentFile& each) { return each.path == path; });
  if (change(m_values.recent, recent)) Q_EMIT recentChanged();
}

void Settings::flush() {
  m_delay.stop();
  store();
  writers().waitForDone();
}

void Settings::store() {
  if (!m_stores || m_values == m_stored) return;
  const SettingsValues before = std::exchange(m_stored, m_values);
  const bool damaged = std::exchange(m_damaged, false);
  // The object may be gone when the writer is done: only one that lives hears of a fault.
  writers().start(
      [self = QPointer<Settings>(this), path = m_path, before, values = m_values, damaged] {
        const QString fault = writeSettings(path, before, values, damaged);
        if (fault.isEmpty()) return;
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, fault] {
              if (self && !std::exchange(self->m_saidFault, true)) Q_EMIT self->noticed(fault);
            },
            Qt::QueuedConnection);
      });
}

}  // namespace kw

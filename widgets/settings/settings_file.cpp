// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/settings_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QRegularExpression>
#include <QSettings>
#include <algorithm>

#include "base/files/user_folders.h"

namespace kw {

namespace {

constexpr int formatVersion = 1;
constexpr qint64 largestFile = 4 << 20;
constexpr int mostLayouts = 40;
constexpr int lockMilliseconds = 1000;

QString say(const char* text) {
  return QCoreApplication::translate("kw::Settings", text);
}

void readRecent(QSettings& file, SettingsValues& values) {
  const int count = std::min(file.beginReadArray(QStringLiteral("recent")), mostRecentFiles);
  for (int i = 0; i < count; ++i) {
    file.setArrayIndex(i);
    RecentFile recent;
    recent.path = file.value(QStringLiteral("path")).toString();
    recent.name = file.value(QStringLiteral("name")).toString();
    recent.problem = file.value(QStringLiteral("problem")).toString();
    recent.device = file.value(QStringLiteral("device")).toString();
    recent.opened =
        QDateTime::fromString(file.value(QStringLiteral("opened")).toString(), Qt::ISODate);
    if (QDir::isAbsolutePath(recent.path)) values.recent.append(recent);
  }
  file.endArray();
}

// Arrays of a name and a state, for layouts and panels.
void readStates(QSettings& file, const QString& array, QMap<QString, QByteArray>& states) {
  const int count = std::min(file.beginReadArray(array), mostLayouts);
  for (int i = 0; i < count; ++i) {
    file.setArrayIndex(i);
    const QString name = file.value(QStringLiteral("name")).toString();
    if (!name.isEmpty())
      states[name] = QByteArray::fromBase64(file.value(QStringLiteral("state")).toByteArray());
  }
  file.endArray();
}

void writeStates(QSettings& file, const QString& array, const QMap<QString, QByteArray>& states) {
  file.beginWriteArray(array, static_cast<int>(states.size()));
  int i = 0;
  for (auto state = states.begin(); state != states.end(); ++state) {
    file.setArrayIndex(i++);
    file.setValue(QStringLiteral("name"), state.key());
    file.setValue(QStringLiteral("state"), QString::fromLatin1(state.value().toBase64()));
  }
  file.endArray();
}

void readRun(QSettings& file, SettingsValues& values) {
  const RunChoices plain;
  file.beginGroup(QStringLiteral("run"));
  values.run.device = file.value(QStringLiteral("device"), plain.device).toString();
  values.run.runners = file.value(QStringLiteral("runners")).toStringList();
  values.run.strategy = file.value(QStringLiteral("strategy"), plain.strategy).toString();
  values.run.budget = file.value(QStringLiteral("budget"), plain.budget).toString();
  bool isNumber = false;
  const quint64 seed = file.value(QStringLiteral("seed")).toULongLong(&isNumber);
  values.run.seed = isNumber ? seed : plain.seed;
  file.endGroup();
}

SettingsValues readValues(QSettings& file) {
  SettingsValues values;
  file.beginGroup(QStringLiteral("window"));
  values.theme = file.value(QStringLiteral("theme")).toString() == QLatin1String("dark")
                     ? ThemeName::dark
                     : ThemeName::light;
  values.fontStep = std::clamp(file.value(QStringLiteral("fontStep"), 0).toInt(), -4, 12);
  values.geometry = QByteArray::fromBase64(file.value(QStringLiteral("geometry")).toByteArray());
  values.layout = file.value(QStringLiteral("layout")).toString();
  values.recentActions = file.value(QStringLiteral("recentActions")).toStringList();
  file.endGroup();
  readStates(file, QStringLiteral("layouts"), values.layouts);
  readStates(file, QStringLiteral("panels"), values.panels);
  readRecent(file, values);
  readRun(file, values);
  return values;
}

void writeValues(QSettings& file, const SettingsValues& values) {
  file.setValue(QStringLiteral("format"), formatVersion);
  file.beginGroup(QStringLiteral("window"));
  file.setValue(QStringLiteral("theme"),
                values.theme == ThemeName::dark ? QStringLiteral("dark") : QStringLiteral("light"));
  file.setValue(QStringLiteral("fontStep"), values.fontStep);
  file.setValue(QStringLiteral("geometry"), QString::fromLatin1(values.geometry.toBase64()));
  file.setValue(QStringLiteral("layout"), values.layout);
  file.setValue(QStringLiteral("recentActions"), values.recentActions);
  file.endGroup();

  writeStates(file, QStringLiteral("layouts"), values.layouts);
  writeStates(file, QStringLiteral("panels"), values.panels);

  file.beginWriteArray(QStringLiteral("recent"), static_cast<int>(values.recent.size()));
  for (int i = 0; i < values.recent.size(); ++i) {
    const RecentFile& recent = values.recent[i];
    file.setArrayIndex(i);
    file.setValue(QStringLiteral("path"), recent.path);
    file.setValue(QStringLiteral("name"), recent.name);
    file.setValue(QStringLiteral("problem"), recent.problem);
    file.setValue(QStringLiteral("device"), recent.device);
    file.setValue(QStringLiteral("opened"), recent.opened.toString(Qt::ISODate));
  }
  file.endArray();

  QStringList runners = values.run.runners;
  runners.removeIf(holdsSecret);
  file.beginGroup(QStringLiteral("run"));
  file.setValue(QStringLiteral("device"), values.run.device);
  file.setValue(QStringLiteral("runners"), runners);
  file.setValue(QStringLiteral("strategy"), values.run.strategy);
  file.setValue(QStringLiteral("budget"), values.run.budget);
  file.setValue(QStringLiteral("seed"), values.run.seed);
  file.endGroup();
}

ReadSettings damaged(const QString& path) {
  return {{},
          say("The settings in '%1' cannot be understood, so the window starts with defaults. The "
              "file is kept as '%1.damaged' when new settings are stored.")
              .arg(path),
          true};
}

}  // namespace

QString settingsPath() {
  const QString file = QStringLiteral("workbench.ini");
  const auto folder = QString::fromStdString(files::configurationFolder().string());
  return folder.isEmpty() ? folder : QDir(folder).filePath(file);
}

ReadSettings readSettings(const QString& path) {
  if (path.isEmpty())
    return {{},
            say("There is no home folder, so settings cannot be kept. Set HOME, or name a folder "
                "for them in KERNELWRIGHT_CONFIG."),
            false};
  const QFileInfo info(path);
  if (!info.exists()) return {};
  // Nothing that could block, such as a pipe, is opened.
  if (!info.isFile() || info.size() > largestFile) return damaged(path);
  if (!info.isReadable())
    return {{},
            say("The settings in '%1' cannot be read, so the window starts with defaults. Allow "
                "reading of the file to get them back.")
                .arg(path),
            false};
  QSettings file(path, QSettings::IniFormat);
  if (file.status() != QSettings::NoError ||
      file.value(QStringLiteral("format")).toInt() != formatVersion)
    return damaged(path);
  return {readValues(file), {}, false};
}

QString writeSettings(const QString& path, const SettingsValues& before, const SettingsValues& mine,
                      bool wasDamaged) {
  if (path.isEmpty()) return {};  // that was said when they were read
  QDir().mkpath(QFileInfo(path).absolutePath());
  // From reading to writing, no other window may write. Where the lock cannot be had (a disk that
  // cannot be written), writing says so.
  QLockFile lock(path + QStringLiteral(".merge.lock"));  // QSettings takes PATH.lock for itself
  const bool locked = lock.tryLock(lockMilliseconds);
  if (wasDamaged) {
    QFile::remove(path + QStringLiteral(".damaged"));
    QFile::rename(path, path + QStringLiteral(".damaged"));
  }
  const ReadSettings theirs = readSettings(path);
  const bool mergeable = locked && !theirs.damaged && QFileInfo::exists(path);
  const SettingsValues values = mergeable ? mergedSettings(before, mine, theirs.values) : mine;
  QSettings file(path, QSettings::IniFormat);
  file.clear();
  writeValues(file, values);
  file.sync();
  if (file.status() == QSettings::NoError) return {};
  return say("The settings cannot be stored in '%1'. Make its folder writable, or name another one "
             "in KERNELWRIGHT_CONFIG.")
      .arg(path);
}

bool holdsSecret(const QString& command) {
  static const QRegularExpression secret(
      QStringLiteral("(pass(word|wd|phrase)?|secret|token|api_?key)\\s*[=:]|sshpass"),
      QRegularExpression::CaseInsensitiveOption);
  return secret.match(command).hasMatch();
}

}  // namespace kw

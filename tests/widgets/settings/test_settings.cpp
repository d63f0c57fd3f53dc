// SPDX-License-Identifier: GPL-3.0-or-later
// Settings come back after a restart, and a damaged file costs no more than the settings.
#include <pwd.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "widgets/settings/settings.h"

using namespace kw;

class TestSettings : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;
  QString m_path;

  void write(const QByteArray& content) {
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
  }
  QByteArray stored() {
    QFile file(m_path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    static int number = 0;
    m_path = m_folder.filePath(QStringLiteral("%1/workbench.ini").arg(++number));
    QDir().mkpath(m_folder.filePath(QString::number(number)));
  }

  void withoutAFileThereAreDefaultsAndNothingIsWritten() {
    {
      Settings settings(m_path);
      QVERIFY(settings.values() == SettingsValues());
      QCOMPARE(settings.notice(), QString());
    }
    QVERIFY(!QFile::exists(m_path));
  }

  void everythingComesBack() {
    const QByteArray state("\0\xff binary %, state", 16);
    {
      Settings settings(m_path);
      settings.setTheme(ThemeName::dark);
      settings.setFontStep(3);
      settings.setGeometry(state);
      settings.setLayout("Mine, too");
      settings.setLayoutState("Mine, too", state);
      settings.setRecentActions({"run.tune"});
      settings.setRun({"cuda:1",
                       {"ssh gpu07 kwr-runner", "srun -G 1 kwr-runner --a \"b, c\""},
                       "random",
                       "5m",
                       18446744073709551615u});
      settings.addRecent({"/tmp/ä b/x.kwr", "x", "silu_and_mul", "H200", {}});
    }
    Settings settings(m_path);
    const SettingsValues& values = settings.values();
    QCOMPARE(settings.notice(), QString());
    QVERIFY(values.theme == ThemeName::dark);
    QCOMPARE(values.fontStep, 3);
    QCOMPARE(values.geometry, state);
    QCOMPARE(values.layout, QString("Mine, too"));
    QCOMPARE(values.layouts.value("Mine, too"), state);
    QCOMPARE(values.recentActions, QStringList{"run.tune"});
    QCOMPARE(values.run.runners.size(), 2);
    QCOMPARE(values.run.runners.at(1), QString("srun -G 1 kwr-runner --a \"b, c\""));
    QCOMPARE(values.run.seed, quint64{18446744073709551615u});
    QCOMPARE(values.recent.size(), 1);
    QCOMPARE(values.recent.front().path, QString::fromUtf8("/tmp/ä b/x.kwr"));
    QVERIFY(values.recent.front().isSession());
    QVERIFY(values.recent.front().opened.isValid());
  }

  void recentFilesAreBoundedAndEachStandsOnce() {
    Settings settings(m_path);
    QSignalSpy changed(&settings, &Settings::recentChanged);
    for (int i = 0; i < 30; ++i)
      settings.addRecent({QString("/p/%1").arg(i), {}, {}, {}, {}});
    QCOMPARE(settings.values().recent.size(), mostRecentFiles);
    QCOMPARE(settings.values().recent.front().path, QString("/p/29"));
    settings.addRecent({"/p/./15", {}, {}, {}, {}});
    QCOMPARE(settings.values().recent.size(), mostRecentFiles);
    QCOMPARE(settings.values().recent.front().path, QString("/p/15"));
    settings.removeRecent("/p/15");
    QCOMPARE(settings.values().recent.size(), mostRecentFiles - 1);
    QCOMPARE(changed.size(), 32);
  }

  void aDamagedFileGivesDefaultsANoticeAndIsKept_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("noise") << QByteArray("\x7f\x45\x4c\x46\0\0\1\2\xff\xfe[[[[", 14);
    QTest::newRow("cut off") << QByteArray("[window]\nthe");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("another version") << QByteArray("[General]\nformat=99\n");
  }
  void aDamagedFileGivesDefaultsANoticeAndIsKept() {
    QFETCH(QByteArray, content);
    write(content);
    {
      Settings settings(m_path);
      QVERIFY(settings.values() == SettingsValues());
      QVERIFY(settings.notice().contains(m_path));
      settings.setFontStep(2);
    }
    QCOMPARE(Settings(m_path).values().fontStep, 2);
    QFile kept(m_path + ".damaged");
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), content);
  }

  void valuesThatMakeNoSenseArePassedOver() {
    write(
        "[General]\nformat=1\n[window]\ntheme=purple\nfontStep=4000\n[run]\nseed=many\n"
        "[recent]\nsize=99999999\n1\\path=relative/x.kwr\n2\\path=/a/b.kwr\n");
    Settings settings(m_path);
    QCOMPARE(settings.notice(), QString());
    QVERIFY(settings.values().theme == ThemeName::light);
    QCOMPARE(settings.values().fontStep, 12);
    QCOMPARE(settings.values().run.seed, quint64{1});
    QCOMPARE(settings.values().recent.size(), 1);
  }

  void commandLinesWithSecretsAreNotStored() {
    Settings settings(m_path);
    RunChoices choices;
    choices.runners = {"ssh gpu kwr-runner", "env API_KEY=abc123 kwr-runner",
                       "sshpass -p hunter2 ssh gpu kwr-runner"};
    settings.setRun(choices);
    settings.flush();
    QVERIFY(stored().contains("ssh gpu kwr-runner"));
    QVERIFY(!stored().contains("abc123"));
    QVERIFY(!stored().contains("hunter2"));
  }

  void aFolderThatCannotBeWrittenIsSaidOnce() {
    write("[General]\nformat=1\n");  // a file stands where the folder should be
    Settings settings(m_path + "/workbench.ini");
    QSignalSpy noticed(&settings, &Settings::noticed);
    settings.setFontStep(1);
    settings.flush();
    settings.setFontStep(2);
    settings.flush();
    QTRY_COMPARE(noticed.size(), 1);
    QCoreApplication::processEvents();
    QCOMPARE(noticed.size(), 1);
  }

  void whatAnotherWindowStoredStays() {
    Settings first(m_path), second(m_path);
    first.addRecent({"/p/first.kwr", {}, {}, {}, QDateTime::fromSecsSinceEpoch(1000)});
    first.setTheme(ThemeName::dark);
    first.setLayoutState("Mine", "a");
    first.flush();
    second.addRecent({"/p/second.kwr", {}, {}, {}, QDateTime::fromSecsSinceEpoch(2000)});
    second.setFontStep(3);
    second.setLayoutState("Other", "b");
    second.flush();
    {
      const Settings both(m_path);
      QVERIFY(both.values().theme == ThemeName::dark);
      QCOMPARE(both.values().fontStep, 3);
      QCOMPARE(both.values().layouts.keys(), (QStringList{"Mine", "Other"}));
      QCOMPARE(both.values().recent.size(), 2);
      QCOMPARE(both.values().recent.front().path, QString("/p/second.kwr"));
    }
    first.removeRecent("/p/first.kwr");
    first.setLayoutState("Mine", {});
    first.flush();
    second.setFontStep(4);  // does not bring back what was taken out
    second.flush();
    const Settings both(m_path);
    QCOMPARE(both.values().recent.size(), 1);
    QCOMPARE(both.values().layouts.keys(), QStringList{"Other"});
    QCOMPARE(both.values().fontStep, 4);
  }

  void withoutHomeTheAccountsFolderCounts() {
    const QByteArray home = qgetenv("HOME"), xdg = qgetenv("XDG_CONFIG_HOME"),
                     own = qgetenv("KERNELWRIGHT_CONFIG");
    qunsetenv("KERNELWRIGHT_CONFIG");
    qunsetenv("XDG_CONFIG_HOME");
    for (const char* unusable : {"", "relative/folder"}) {
      qputenv("HOME", unusable);
      const passwd* account = getpwuid(getuid());
      const bool hasFolder = account && QFileInfo(account->pw_dir).isDir();
      QCOMPARE(settingsPath(), hasFolder ? QString::fromLocal8Bit(account->pw_dir) +
                                               "/.config/kernelwright/workbench.ini"
                                         : QString());
    }
    qputenv("HOME", home);
    if (!xdg.isEmpty()) qputenv("XDG_CONFIG_HOME", xdg);
    if (!own.isEmpty()) qputenv("KERNELWRIGHT_CONFIG", own);
  }

  void whereThereIsNoPlaceItIsSaidAndNothingIsWritten() {
    Settings settings{QString()};
    QVERIFY(settings.notice().contains("KERNELWRIGHT_CONFIG"));
    QSignalSpy noticed(&settings, &Settings::noticed);
    settings.setFontStep(2);
    settings.flush();
    QCoreApplication::processEvents();
    QCOMPARE(noticed.size(), 0);  // once is enough
  }

  void theFolderCanBeSetInTheEnvironment() {
    qputenv("KERNELWRIGHT_CONFIG", "/tmp/some where");
    QCOMPARE(settingsPath(), QString("/tmp/some where/workbench.ini"));
    qunsetenv("KERNELWRIGHT_CONFIG");
    QVERIFY(settingsPath().endsWith("/kernelwright/workbench.ini"));
  }
};

QTEST_GUILESS_MAIN(TestSettings)
#include "test_settings.moc"

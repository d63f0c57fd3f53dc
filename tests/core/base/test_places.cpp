// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <QTest>

#include "base/files/files.h"
#include "support/printing.h"

using namespace kw;
using files::Path;

class TestPlaces : public QObject {
  Q_OBJECT

 private:
  files::TemporaryFolder m_folder = files::TemporaryFolder::make("kw-test").value();

 private slots:
  void init() {
    for (const char* name : {"KERNELWRIGHT_CACHE", "KERNELWRIGHT_DATA", "XDG_CACHE_HOME"})
      qunsetenv(name);
    qputenv("HOME", m_folder.path().c_str());
  }

  void theCacheGoesWhereTheUserOrTheDesktopSays_data() {
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("value");  // below the test's folder
    QTest::addColumn<QString>("cache");
    QTest::newRow("own") << "KERNELWRIGHT_CACHE"
                         << "mine"
                         << "mine";
    QTest::newRow("XDG") << "XDG_CACHE_HOME"
                         << "xdg"
                         << "xdg/kernelwright";
    QTest::newRow("home") << "HOME"
                          << "home"
                          << "home/.cache/kernelwright";
  }
  void theCacheGoesWhereTheUserOrTheDesktopSays() {
    QFETCH(QString, variable);
    QFETCH(QString, value);
    QFETCH(QString, cache);
    qputenv(test::utf8(variable).c_str(), (m_folder.path() / test::utf8(value)).c_str());
    const auto found = files::cacheFolder();
    KW_VERIFY_OK(found);
    QCOMPARE(found->string(), (m_folder.path() / test::utf8(cache)).string());
    QVERIFY(std::filesystem::status(*found).permissions() == std::filesystem::perms::owner_all);
  }

  void aRelativeDesktopFolderIsIgnored() {
    qputenv("XDG_CACHE_HOME", "relative");
    QCOMPARE(files::cacheFolder()->string(), (m_folder.path() / ".cache/kernelwright").string());
  }

  void withoutAnyFolderAPrivateOneInTmpServes() {
    // A file stands where the folder would have to be made, for root too.
    KW_VERIFY_OK(files::writeAtomically(m_folder.path() / "file", ""));
    qputenv("HOME", (m_folder.path() / "file").c_str());
    const auto found = files::cacheFolder();
    KW_VERIFY_OK(found);
    QCOMPARE(found->string(), "/tmp/kernelwright-cache-" + std::to_string(::geteuid()));
    QVERIFY(std::filesystem::status(*found).permissions() == std::filesystem::perms::owner_all);
  }

  void theProgramKnowsItsFolder() {
    QCOMPARE(files::programFolder(), Path(KW_BINARY_FOLDER) / "tests/core/base");
  }

  void fromABuildFolderTheDataIsTheSourceTrees() {
    // Only a build folder inside the source tree leads there.
    if (Path(KW_BINARY_FOLDER).string().starts_with(KW_SOURCE_FOLDER))
      QCOMPARE(files::dataFolder(), Path(KW_SOURCE_FOLDER));
    qputenv("KERNELWRIGHT_DATA", "/somewhere");
    QCOMPARE(files::dataFolder(), Path("/somewhere"));
  }
};

QTEST_APPLESS_MAIN(TestPlaces)
#include "test_places.moc"

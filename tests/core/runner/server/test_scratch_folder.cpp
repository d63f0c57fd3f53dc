// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "runner/server/scratch_folder.h"

using namespace kw;

class TestScratchFolder : public QObject {
  Q_OBJECT

 private slots:
  void whatAKilledRunnerLeftIsRemoved() {
    const auto parent = files::TemporaryFolder::make();
    QVERIFY(parent);
    qputenv("TMPDIR", parent->path().c_str());
    const auto add = [&](const char* name, const char* file) {
      const files::Path path = parent->path() / name;
      std::filesystem::create_directory(path);
      if (file) QVERIFY(files::writeAtomically(path / file, "1"));
    };
    add("kernelwright-runner-stale1", "lock");
    add("kernelwright-runner-begun1", nullptr);
    add("another-folder", "lock");
    const auto first = ScratchFolder::make();
    QVERIFY(first);
    const auto second = ScratchFolder::make();
    QVERIFY(second);
    const auto isThere = [&](const char* name) {
      return std::filesystem::exists(parent->path() / name);
    };
    QVERIFY(!isThere("kernelwright-runner-stale1"));
    QVERIFY(isThere("kernelwright-runner-begun1"));
    QVERIFY(isThere("another-folder"));
    QVERIFY(std::filesystem::exists(first->path()));
    QVERIFY(std::filesystem::exists(second->path()));
  }
};

QTEST_APPLESS_MAIN(TestScratchFolder)
#include "test_scratch_folder.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Every kernel of the library tunes on the host device; of some, a whole run is made and made
// again, which keeps all of it.
#include <QTest>
#include <set>

#include "integration/cli/kwr_process.h"

using namespace kw;

class TestCliLibrary : public QObject {
  Q_OBJECT

 private slots:
  void tunesAndGoesOn_data();
  void tunesAndGoesOn();
  void sourceAndACandidateAreVerified_data();
  void sourceAndACandidateAreVerified();
};

namespace {

// The kernel of which a whole run is made, which takes long.
const std::set<std::string> tuned{"silu_and_mul"};

}  // namespace

void TestCliLibrary::tunesAndGoesOn_data() {
  QTest::addColumn<QString>("kernel");
  for (const std::string& kernel : tuned)
    QTest::newRow(kernel.c_str()) << QString::fromStdString(kernel);
}

void TestCliLibrary::sourceAndACandidateAreVerified_data() {
  QTest::addColumn<QString>("kernel");
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(KW_SOURCE_FOLDER) + "/templates")) {
    const std::string kernel = entry.path().filename().string();
    if (!tuned.contains(kernel)) QTest::newRow(kernel.c_str()) << QString::fromStdString(kernel);
  }
}

void TestCliLibrary::sourceAndACandidateAreVerified() {
  QFETCH(const QString, kernel);
  const test::Bench bench;
  const test::Outcome outcome = bench.kwr(
      {"tune", kernel.toStdString(), "--device", "host", "--budget", "1", "--seed", "1",
       "--no-finals", "--launches", "2", "--session", bench.path("s.kwr").string(), "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QCOMPARE(outcome.last()["problem"].asString(), kernel.toStdString());
  QVERIFY2(outcome.last()["verified"].asInteger() == 1, outcome.text().c_str());
  QVERIFY(outcome.last()["source"]["geomean_ms"].asReal() > 0);
}

void TestCliLibrary::tunesAndGoesOn() {
  QFETCH(const QString, kernel);
  const test::Bench bench;
  const std::vector<std::string> arguments{
      "tune",      kernel.toStdString(),         "--device", "host", "--budget", "4", "--seed", "1",
      "--session", bench.path("s.kwr").string(), "--json"};
  const test::Outcome outcome = bench.kwr(arguments);
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value& last = outcome.last();
  QCOMPARE(last["problem"].asString(), kernel.toStdString());
  QCOMPARE(last["evaluated"].asInteger(), int64_t{4});
  QVERIFY2(last["verified"].asInteger() == 4, outcome.text().c_str());
  QVERIFY(last["source"]["geomean_ms"].asReal() > 0);
  QVERIFY(last["best"]["geomean_ms"].asReal() > 0);
  auto again = arguments;
  again.push_back("--resume");
  const test::Outcome resumed = bench.kwr(again);
  QVERIFY2(resumed.status == 0, resumed.text().c_str());
  QCOMPARE(resumed.last()["resumed"].asInteger(), int64_t{4});
}

QTEST_GUILESS_MAIN(TestCliLibrary)
#include "test_cli_library.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Every kernel of the library tunes on the host device, and a second run keeps all of it.
#include <QTest>

#include "integration/cli/kwr_process.h"

using namespace kw;

class TestCliLibrary : public QObject {
  Q_OBJECT

 private slots:
  void tunes_data();
  void tunes();
};

void TestCliLibrary::tunes_data() {
  QTest::addColumn<QString>("kernel");
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(KW_SOURCE_FOLDER) + "/templates"))
    QTest::newRow(entry.path().filename().c_str())
        << QString::fromStdString(entry.path().filename().string());
}

void TestCliLibrary::tunes() {
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Searches simulated on recordings, by the real kwr. Needs no device.
#include <QTest>
#include <algorithm>

#include "integration/cli/kwr_process.h"

using namespace kw;
using test::Bench;
using test::Outcome;

namespace {

// A Kernel Tuner cache of 8 times 8 configurations; the best takes 1 ms, a quarter of them fail.
std::string cache() {
  std::string rows;
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b) {
      const bool fails = a >= 4 && b >= 4;
      const std::string time = fails ? "\"RuntimeFailedConfig\""
                                     : std::to_string(1 + (a - 3) * (a - 3) + (b - 2) * (b - 2));
      rows += (rows.empty() ? "" : ",\n") + ("\"" + std::to_string(a)) + "," + std::to_string(b) +
              "\":{\"A\":" + std::to_string(a) + ",\"B\":" + std::to_string(b) +
              ",\"time\":" + time + ",\"compile_time\":500,\"benchmark_time\":100}";
    }
  return R"({"device_name":"A4000","kernel_name":"hill","problem_size":[4096],)"
         R"("tune_params_keys":["A","B"],"tune_params":{"A":[0,1,2,3,4,5,6,7],"B":[0,1,2,3,4,5,6,7]},)"
         R"("objective":"time","cache":{)" +
         rows + "}}";
}

}  // namespace

class TestCliSimulate : public QObject {
  Q_OBJECT

 private slots:
  void theSummaryHoldsTheMeanFraction();
  void everyStrategyCanBeSimulated();
  void aBudgetThatCoversTheSpaceFindsTheOptimum();
  void theSameSeedGivesTheSameFigures();
  void peopleGetATable();
  void curvesAreWritten();
  void otherFilesAreNotReplacedByCurves();
  void anImportedSessionIsARecordingToo();
  void refusesWrongInput_data();
  void refusesWrongInput();
};

void TestCliSimulate::theSummaryHoldsTheMeanFraction() {
  const Bench bench;
  const auto file = bench.write("hill.json", cache()).string();
  const Outcome outcome = bench.kwr({"simulate", file, "--strategy", "genetic", "--strategy",
                                     "random", "--budget", "20", "--repeats", "10", "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value& summary = outcome.last();
  QCOMPARE(summary["event"].asString(), std::string("summary"));
  QCOMPARE(summary["configurations"].asInteger(), 64);
  QCOMPARE(summary["usable"].asInteger(), 48);
  QCOMPARE(summary["best_ms"].asReal(), 1.0);
  QCOMPARE(summary["strategy"].asString(), std::string("genetic"));
  const double mean = summary["mean_fraction"].asReal();
  QVERIFY(mean > 0 && mean <= 1);
  QVERIFY(summary["mean_interval"].asArray()[0].asReal() <= mean);
  const json::Array& strategies = summary["strategies"].asArray();
  QCOMPARE(strategies.size(), size_t(2));
  QCOMPARE(strategies[0]["mean_fraction"].asReal(), mean);
  QCOMPARE(strategies[0]["at_evaluations"].asArray().back()["evaluations"].asInteger(), 20);
  QVERIFY(!strategies[0]["at_time"].asArray().empty());
  QCOMPARE(outcome.events("simulated").size(), size_t(2));
}

void TestCliSimulate::everyStrategyCanBeSimulated() {
  const Bench bench;
  const auto file = bench.write("hill.json", cache()).string();
  const Outcome outcome = bench.kwr(
      {"simulate", file, "--strategy", "all", "--budget", "30", "--repeats", "3", "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QVERIFY(outcome.events("simulated").size() >= 8);
}

void TestCliSimulate::aBudgetThatCoversTheSpaceFindsTheOptimum() {
  const Bench bench;
  const auto file = bench.write("hill.json", cache()).string();
  const Outcome outcome =
      bench.kwr({"simulate", file, "--budget", "1000", "--repeats", "2", "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QCOMPARE(outcome.last()["mean_fraction"].asReal(), 1.0);
  QCOMPARE(outcome.last()["evaluations"].asInteger(), 64);
  QCOMPARE(outcome.events("simulated")[0]["ran"].asString(), std::string("bayesian"));
}

void TestCliSimulate::theSameSeedGivesTheSameFigures() {
  const Bench bench;
  const auto file = bench.write("hill.json", cache()).string();
  const auto fraction = [&](const char* seed) {
    return bench
        .kwr({"simulate", file, "--strategy", "annealing", "--budget", "15", "--repeats", "20",
              "--seed", seed, "--json"})
        .last()["mean_fraction"]
        .asReal();
  };
  QCOMPARE(fraction("5"), fraction("5"));
  QVERIFY(fraction("5") != fraction("6"));
}

void TestCliSimulate::peopleGetATable() {
  const Bench bench;
  const auto file = bench.write("hill.json", cache()).string();
  const Outcome outcome = bench.kwr(
      {"simulate", file, "--strategy", "local-search", "--budget", "20", "--repeats", "5"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QVERIFY2(outcome.output.starts_with(
               "hill on A4000: 64 configurations, 48 of them usable, the best takes 1.000 ms."),
           outcome.text().c_str());
  QVERIFY2(outcome.output.find("5 runs of 20 evaluations") != std::string::npos,
           outcome.text().c_str());
  QVERIFY2(outcome.output.find("\nlocal-search") != std::string::npos, outcome.text().c_str());
}

void TestCliSimulate::curvesAreWritten() {
  const Bench bench;
  const auto file = bench.write("hill.json", cache()).string();
  const std::string curves = bench.path("curves.csv").string();
  for (int i = 0; i < 2; ++i) {  // the second replaces the first
    const Outcome outcome = bench.kwr({"simulate", file, "--strategy", "random", "--budget", "10",
                                       "--repeats", "4", "--curves", curves});
    QVERIFY2(outcome.status == 0, outcome.text().c_str());
  }
  const auto text = files::readText(curves);
  QVERIFY(text);
  QVERIFY(text->starts_with("strategy,against,at,mean_fraction,"));
  QCOMPARE(std::ranges::count(*text, '\n'), 1 + 10 + 10);
  QVERIFY(text->find("\nrandom,evaluations,10,") != std::string::npos);
  QVERIFY(text->find("\nrandom,seconds,6,") != std::string::npos);
}

void TestCliSimulate::otherFilesAreNotReplacedByCurves() {
  const Bench bench;
  const auto file = bench.write("hill.json", cache()).string();
  const Outcome outcome = bench.kwr({"simulate", file, "--curves", file});
  QCOMPARE(outcome.status, 2);
  QVERIFY2(outcome.errors.find("holds something else than curves") != std::string::npos,
           outcome.text().c_str());
  QCOMPARE(*files::readText(file), cache());
}

void TestCliSimulate::anImportedSessionIsARecordingToo() {
  const Bench bench;
  const auto file = bench.write("hill.json", cache()).string();
  const std::string session = bench.path("hill.kwr").string();
  const Outcome imported = bench.kwr({"import", file, session});
  QVERIFY2(imported.status == 0, imported.text().c_str());
  const auto fraction = [&](const std::string& recorded) {
    const Outcome outcome = bench.kwr({"simulate", recorded, "--strategy", "genetic", "--budget",
                                       "20", "--repeats", "10", "--json"});
    return outcome.last()["mean_fraction"].asReal();
  };
  QVERIFY(fraction(file) > 0);
  QCOMPARE(fraction(session), fraction(file));
}

void TestCliSimulate::refusesWrongInput_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("part");
  QTest::newRow("missing file") << QStringList{"/nonexistent.json"} << "/nonexistent.json";
  QTest::newRow("no recording") << QStringList{"empty"} << "empty";
  QTest::newRow("only failures") << QStringList{"failures"} << "none of the 1 recorded";
  QTest::newRow("a time as budget")
      << QStringList{"hill", "--budget", "60s"} << "expected a number of evaluations";
  QTest::newRow("no repeats") << QStringList{"hill", "--repeats", "0"} << "expected 1 to 1000000";
  QTest::newRow("too many repeats")
      << QStringList{"hill", "--repeats", "10000000000000"} << "expected 1 to 1000000";
  QTest::newRow("another tuner's strategy")
      << QStringList{"hill", "--strategy", "pso"} << "did you mean particle-swarm?";
  QTest::newRow("no folder for curves")
      << QStringList{"hill", "--curves", "/nonexistent/c.csv"} << "/nonexistent";
}

void TestCliSimulate::refusesWrongInput() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, part);
  const Bench bench;
  bench.write("hill", cache());
  bench.write("empty", "");
  bench.write("failures", R"({"tune_params_keys":["A"],"tune_params":{"A":[1]},"cache":{)"
                          R"("1":{"A":1,"time":"CompilationFailedConfig"}}})");
  std::vector<std::string> words{"simulate"};
  for (const QString& argument : arguments)
    words.push_back(argument.toStdString());
  if (words[1][0] != '/') words[1] = bench.path(words[1]).string();
  const Outcome outcome = bench.kwr(words);
  QVERIFY2(outcome.status == 2, outcome.text().c_str());
  QVERIFY2(outcome.errors.find(part.toStdString()) != std::string::npos, outcome.text().c_str());
}

QTEST_GUILESS_MAIN(TestCliSimulate)
#include "test_cli_simulate.moc"

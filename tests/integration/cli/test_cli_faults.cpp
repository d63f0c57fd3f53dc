// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates that fail in each way get their own verdict, and the search goes on.
#include <QTest>

#include <map>

#include "integration/cli/kwr_process.h"

using namespace kw;

class TestCliFaults : public QObject {
  Q_OBJECT

 private slots:
  void eachKindOfFailureGetsItsVerdict();
  void noVerifiedCandidateIsStatusOne();
};

void TestCliFaults::eachKindOfFailureGetsItsVerdict() {
  const test::Bench bench;
  const test::Outcome outcome =
      bench.kwr({"tune", test::problemPath("faults"), "--device", "host", "--strategy",
                 "exhaustive", "--budget", "11", "--session", bench.path("s.kwr").string(),
                 "--report", bench.path("r.html").string(), "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  std::map<int64_t, std::string> verdicts;
  for (const json::Value& event : outcome.events("candidate"))
    if (!event["source"].asBool())
      verdicts[event["config"]["FAULT"].asInteger()] = event["verdict"].asString();
  const std::map<int64_t, std::string> expected{
      {0, "verified"},       {1, "wrong"}, {2, "wrong"},   {3, "hung"},  {4, "failed to compile"},
      {5, "exceeds limits"}, {6, "wrong"}, {7, "crashed"}, {8, "wrong"}, {9, "wrong"},
      {10, "wrong"}};
  for (const auto& [fault, verdict] : expected)
    QVERIFY2(verdicts[fault] == verdict,
             ("FAULT=" + std::to_string(fault) + " was " + verdicts[fault]).c_str());
  QCOMPARE(outcome.last()["evaluated"].asInteger(), int64_t{11});
  QCOMPARE(outcome.last()["verified"].asInteger(), int64_t{1});
  // The report leaves none of them out.
  const auto report = files::readText(bench.path("r.html"));
  QVERIFY(report.has_value());
  for (int fault = 0; fault <= 10; ++fault)
    QVERIFY(report->find("BLOCK=128, FAULT=" + std::to_string(fault)) != std::string::npos);
}

void TestCliFaults::noVerifiedCandidateIsStatusOne() {
  const test::Bench bench;
  const auto folder = bench.copyProblem("faults");
  auto text = files::readText(folder / "space.json");
  QVERIFY(text.has_value());
  const std::string values = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
  text->replace(text->find(values), values.size(), "[1]");
  bench.write("faults/space.json", *text);
  const test::Outcome outcome =
      bench.kwr({"tune", folder.string(), "--device", "host", "--budget", "1", "--json"});
  QVERIFY2(outcome.status == 1, outcome.text().c_str());
  QVERIFY(outcome.last()["error"].asString().find("no candidate was verified") !=
          std::string::npos);
  QCOMPARE(outcome.last()["failed"].asInteger(), int64_t{1});
}

QTEST_GUILESS_MAIN(TestCliFaults)
#include "test_cli_faults.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// kwr profile on the host device, where all is modelled, and on a recording.
#include <QTest>

#include "integration/cli/kwr_process.h"

using namespace kw;
using test::Bench;
using test::Outcome;

namespace {

constexpr const char* problem = "inout_value_weights";

std::string regimeOf(const Outcome& outcome) {
  return outcome.last()["regime"].asString();
}

}  // namespace

class TestCliProfile : public QObject {
  Q_OBJECT

 private slots:
  void theHostDeviceIsProfiledWithModelledMetrics();
  void theBestOfASessionIsProfiledAndKept();
  void theMetricsAreWrittenAsTheWindowExportsThem();
  void aRecordingIsProfiledInTheDevicesPlace();
  void aTreeOfOnesOwnIsWalked();
  void aChipThatIsNotHereIsListed();
  void sessionsAndTreesAreNotMixedUp();
  void wrongWordsAreRefused_data();
  void wrongWordsAreRefused();

 private:
  Outcome tuned(const Bench& bench) const {
    return bench.kwr({"tune", test::problemPath(problem), "--device", "host", "--seed", "1",
                      "--budget", "2", "--no-finals", "--session", bench.path("s.kwr").string(),
                      "--json"});
  }
};

void TestCliProfile::theHostDeviceIsProfiledWithModelledMetrics() {
  const Bench bench;
  const Outcome outcome =
      bench.kwr({"profile", test::problemPath(problem), "--device", "host", "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value& last = outcome.last();
  QVERIFY2(!regimeOf(outcome).empty(), outcome.text().c_str());
  QCOMPARE(last["collector"].asString(), std::string("modelled"));
  QCOMPARE(last["passes"].asInteger(), int64_t{0});
  QVERIFY(last["refusal"].asString().find("no hardware counters") != std::string::npos);
  QVERIFY(!last["path"].asArray().empty());
  QCOMPARE(outcome.events("step").size(), last["path"].asArray().size());
  QCOMPARE(last["values"]["duration"]["known"].asString(), std::string("measured"));
  QVERIFY(last["values"]["duration"]["value"].asReal() > 0);
  for (const auto& [id, value] : last["values"].asObject())
    QVERIFY2(id == "duration" || value["known"].asString() == "modelled", id.c_str());
  // Nobody counts what the pipes do here: not even "neither is busy" is known.
  const std::string& sentence = last["sentence"].asString();
  QVERIFY2(last["unknown"].asArray().empty() ||
               sentence.find(" (as far as is known; not known: ") != std::string::npos,
           sentence.c_str());
}

void TestCliProfile::theBestOfASessionIsProfiledAndKept() {
  const Bench bench;
  QCOMPARE(tuned(bench).status, 0);
  const std::string session = bench.path("s.kwr").string();
  const Outcome best = bench.kwr({"profile", session, "--best", "--device", "host", "--json"});
  QVERIFY2(best.status == 0, best.text().c_str());
  QVERIFY(best.last()["config"].isObject());
  // Its time was known, so nothing was measured again.
  const Outcome again = bench.kwr({"profile", session, "--best", "--device", "host", "--json"});
  QCOMPARE(again.last()["values"]["duration"]["value"].asReal(),
           best.last()["values"]["duration"]["value"].asReal());
  // The regime may be another: each run measures anew what the machine can do at most.
  QVERIFY(!regimeOf(again).empty());
}

void TestCliProfile::theMetricsAreWrittenAsTheWindowExportsThem() {
  const Bench bench;
  const std::string file = bench.path("metrics.csv").string();
  const Outcome outcome = bench.kwr(
      {"profile", test::problemPath(problem), "--device", "host", "--csv", file, "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const auto text = files::readText(file);
  QVERIFY(text.has_value());
  QVERIFY(text->starts_with("candidate,case,device,collector,started,group,metric,value,unit"));
  for (const auto& [id, value] : outcome.last()["values"].asObject())
    QVERIFY2(text->find("," + id + ",") != std::string::npos, id.c_str());
  QVERIFY(text->find("modelled") != std::string::npos);
}

void TestCliProfile::aRecordingIsProfiledInTheDevicesPlace() {
  const Bench bench;
  QCOMPARE(tuned(bench).status, 0);
  const std::string session = bench.path("s.kwr").string();
  const Outcome live =
      bench.kwr({"profile", session, "--device", "host", "--keep-nothing", "--json"});
  const Outcome replayed =
      bench.kwr({"profile", test::problemPath(problem), "--device", "replay:" + session, "--json"});
  QVERIFY2(replayed.status == 0, replayed.text().c_str());
  QCOMPARE(regimeOf(replayed), regimeOf(live));
  QVERIFY(replayed.last()["refusal"].asString().find("recording") != std::string::npos);
}

void TestCliProfile::aTreeOfOnesOwnIsWalked() {
  const Bench bench;
  const auto tree = bench.write(
      "tree.json",
      R"({"format": "kernelwright-policy/1", "name": "mine", "origin": "hand-set", "root": "end",
          "nodes": [{"id": "end", "leaf": "compute-bound", "title": "always", "metrics": [],
                     "reason": "a test"}]})");
  const Outcome outcome = bench.kwr({"profile", test::problemPath(problem), "--device", "host",
                                     "--policy", tree.string(), "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QCOMPARE(regimeOf(outcome), std::string("compute-bound"));
  QCOMPARE(outcome.last()["policy"].asString(), std::string("mine"));
}

// Needs CUPTI's library, no GPU.
void TestCliProfile::aChipThatIsNotHereIsListed() {
  const Outcome outcome = Bench().kwr({"profile", "--list", "--chip", "GH100", "--json"});
  if (outcome.text().find("CUPTI") != std::string::npos && outcome.status != 0)
    QSKIP("no CUPTI here");
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QCOMPARE(outcome.last()["chip"].asString(), std::string("GH100"));
  QVERIFY(outcome.last()["offers"].asArray().size() > 50);
  QVERIFY(outcome.last()["full_passes"].asInteger() > 6);
}

void TestCliProfile::sessionsAndTreesAreNotMixedUp() {
  const Bench bench;
  const std::string session = bench.path("s.kwr").string(), tree = bench.path("t.json").string();
  std::filesystem::copy_file(KW_SOURCE_FOLDER "/resources/sessions/rmsnorm_h200.kwr", session);
  std::filesystem::copy_file(KW_SOURCE_FOLDER "/resources/profiling/default_policy.json", tree);
  const auto refusal = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "profile");
    words.insert(words.end(), {"--device", "host", "--json"});
    const Outcome outcome = bench.kwr(words);
    return outcome.status == 2 ? outcome.last()["error"].asString() : outcome.text();
  };
  const auto holds = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  std::string said = refusal({"reduction", "--session", session});
  QVERIFY2(holds(said, "is about the problem rmsnorm"), said.c_str());
  said = refusal({session, "--session", session});
  QVERIFY2(holds(said, "is a session itself"), said.c_str());
  said = refusal({"reduction", "--policy", tree, "--csv", tree});
  QVERIFY2(holds(said, "would replace the tree"), said.c_str());
  QVERIFY(*files::readText(tree) ==
          *files::readText(KW_SOURCE_FOLDER "/resources/profiling/default_policy.json"));
}

void TestCliProfile::wrongWordsAreRefused_data() {
  QTest::addColumn<QStringList>("words");
  QTest::newRow("nothing") << QStringList{};
  QTest::newRow("both") << QStringList{"reduction", "--best", "--source"};
  QTest::newRow("a chip without --list") << QStringList{"reduction", "--chip", "GH100"};
  QTest::newRow("CSV of a list") << QStringList{"--list", "--csv", "/tmp/a.csv"};
  QTest::newRow("CSV nowhere") << QStringList{"reduction", "--csv", "/nowhere/a.csv"};
  QTest::newRow("no such tree") << QStringList{"reduction", "--policy", "/nowhere.json"};
  QTest::newRow("no such session") << QStringList{"reduction", "--session", "/nowhere.kwr"};
  QTest::newRow("no such case") << QStringList{"reduction", "--case", "nosuch"};
  QTest::newRow("a case that is not timed") << QStringList{"reduction", "--case", "odd"};
  QTest::newRow("a case of a list") << QStringList{"--list", "--case", "large"};
  QTest::newRow("a tree of a list") << QStringList{"--list", "--policy", "tree.json"};
  QTest::newRow("a problem of a list") << QStringList{"reduction", "--list"};
  QTest::newRow("a kernel of a problem") << QStringList{"reduction", "--kernel", "sum"};
  QTest::newRow("counted and modelled")
      << QStringList{"reduction", "--modelled", "--ncu", "/tmp/a.ncu-rep"};
  QTest::newRow("the best of an imported file")
      << QStringList{KW_SOURCE_FOLDER "/tests/data/profiles/ncu_h200_raw.csv", "--best"};
  QTest::newRow("no such configuration") << QStringList{"reduction", "--config", "NO=1"};
}

void TestCliProfile::wrongWordsAreRefused() {
  QFETCH(QStringList, words);
  std::vector<std::string> arguments{"profile"};
  for (const QString& word : words)
    arguments.push_back(word.toStdString());
  arguments.insert(arguments.end(), {"--device", "host", "--json"});
  const Outcome outcome = Bench().kwr(arguments);
  QVERIFY2(outcome.status == 2, outcome.text().c_str());
  QVERIFY(!outcome.last()["error"].asString().empty());
}

QTEST_GUILESS_MAIN(TestCliProfile)
#include "test_cli_profile.moc"

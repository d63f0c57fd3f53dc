// SPDX-License-Identifier: GPL-3.0-or-later
// Trees learnt from files of rewards, by the real kwr. Needs no device.
#include <QTest>

#include "base/json/text.h"
#include "core/client/learning/made_rewards.h"
#include "integration/cli/kwr_process.h"
#include "model/profile/policy.h"

using namespace kw;
using test::Bench;
using test::MadeRewards;
using test::Outcome;

namespace {

MadeRewards world() {
  return MadeRewards(
      {.truth = test::Truth::rewrite, .effect = 0.3, .kernels = 96, .repeats = 2, .seed = 7});
}

// A bench with the rewards and the tree to start from.
struct Desk {
  Bench bench;
  MadeRewards made = world();
  std::string rewards = bench.write("rewards.json", made.text(1)).string();
  std::string start = bench.write("start.json", json::writePretty(made.start().toJson())).string();

  std::string path(const char* name) const { return bench.path(name).string(); }
  Outcome learn(std::vector<std::string> more) const {
    std::vector<std::string> words{"learn-tree", rewards, "--policy", start};
    words.insert(words.end(), more.begin(), more.end());
    return bench.kwr(words);
  }
};

}  // namespace

class TestCliLearnTree : public QObject {
  Q_OBJECT

 private slots:
  void theLearntTreeIsWritten();
  void theSameSeedGivesTheSameTree();
  void aLogIsGoneOnWith();
  void waysAreCompared();
  void peopleReadDecisionsAndATable();
  void anUnchangedTreeKeepsItsOrigin();
  void otherFilesAreNotReplaced();
  void refusesWrongInput_data();
  void refusesWrongInput();
};

void TestCliLearnTree::theLearntTreeIsWritten() {
  const Desk desk;
  const Outcome outcome = desk.learn({"--out", desk.path("learnt.json"), "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const auto text = files::readText(desk.path("learnt.json"));
  QVERIFY(text);
  const auto policy = Policy::read(*text, "learnt.json", catalogue());
  QVERIFY2(policy, policy ? "" : policy.error().text().c_str());
  QCOMPARE(policy->origin(), std::string("learnt"));
  QCOMPARE(policy->name(), std::string("made, learnt"));
  QCOMPARE(desk.made.regimesFound(*policy), size_t(4));
  const json::Value& summary = outcome.last();
  QCOMPARE(summary["event"].asString(), std::string("summary"));
  QCOMPARE(summary["accepted"].asInteger(), 4);
  QCOMPARE(summary["kernels"].asInteger(), 96);
  QCOMPARE(summary["training"].asInteger() + summary["held_out"].asInteger(), 96);
  QVERIFY(summary["policy"] == policy->toJson());
  const auto decisions = outcome.events("decision");
  QVERIFY(decisions.size() >= 3);
  QCOMPARE(decisions[0]["operator"].asString(), std::string("REWRITE"));
  QVERIFY(decisions[0]["accepted"].asInteger() > 0);
  for (const json::Value& judged : decisions[0]["judged"].asArray()) {
    QVERIFY(judged["training"]["low"].asReal() > 0);
    QCOMPARE(judged["accepted"].asBool(), judged["held_out"]["low"].asReal() > 0.005);
  }
}

void TestCliLearnTree::theSameSeedGivesTheSameTree() {
  const Desk desk;
  const auto policy = [&](const char* seed) {
    return desk.learn({"--seed", seed, "--json"}).last()["policy"];
  };
  QVERIFY(policy("5") == policy("5"));
  QVERIFY(policy("5") != policy("6"));
}

void TestCliLearnTree::aLogIsGoneOnWith() {
  const Desk desk;
  const std::string log = desk.path("log.jsonl");
  const Outcome whole = desk.learn({"--log", log, "--json"});
  QVERIFY2(whole.status == 0, whole.text().c_str());
  const std::string text = files::readText(log).value_or("");
  for (const size_t share : {0, 1, 3, 9}) {
    QVERIFY(files::writeAtomically(log, text.substr(0, text.size() * share / 10)));
    const Outcome again = desk.learn({"--log", log, "--json"});
    QVERIFY2(again.status == 0, again.text().c_str());
    QVERIFY(again.last()["policy"] == whole.last()["policy"]);
    QCOMPARE(again.last()["from_log"].asInteger() > 0, share > 0);
    QCOMPARE(files::readText(log).value_or(""), text);
  }
  const Outcome other = desk.learn({"--log", log, "--max-metrics", "5"});
  QCOMPARE(other.status, 2);
  QVERIFY2(other.errors.find("the log is of another run") != std::string::npos,
           other.text().c_str());
}

void TestCliLearnTree::waysAreCompared() {
  const Desk desk;
  const Outcome outcome = desk.learn({"--compare", "--parts", "3", "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value& comparison = outcome.last()["comparison"];
  QCOMPARE(comparison["parts"].asInteger(), 3);
  std::vector<std::string> names;
  for (const json::Value& way : comparison["ways"].asArray()) {
    names.push_back(way["name"].asString());
    if (names.back() == "blind") QVERIFY(!way["missing"].asString().empty());
    if (names.back() == "tree") QVERIFY(way["speedup"].asReal() > 1.2);
  }
  QCOMPARE(names, (std::vector<std::string>{"blind", "random", "algorithm", "memory", "latency",
                                            "compute", "start", "tree", "oracle"}));
}

void TestCliLearnTree::peopleReadDecisionsAndATable() {
  const Desk desk;
  const Outcome outcome = desk.learn({"--compare"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QVERIFY2(outcome.output.starts_with(
               "96 kernels, 576 rewards; from the tree \"made\" (hand-set).\n  round 1, REWRITE: "),
           outcome.text().c_str());
  QVERIFY2(outcome.output.find(": accepted\n") != std::string::npos, outcome.text().c_str());
  QVERIFY2(outcome.output.find("\ntree ") != std::string::npos, outcome.text().c_str());
}

void TestCliLearnTree::anUnchangedTreeKeepsItsOrigin() {
  const Desk desk;
  const Outcome outcome = desk.learn({"--margin", "5", "--out", desk.path("same.json"), "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QCOMPARE(outcome.last()["accepted"].asInteger(), 0);
  QVERIFY(outcome.last()["policy"] == desk.made.start().toJson());
}

void TestCliLearnTree::otherFilesAreNotReplaced() {
  const Desk desk;
  const std::string before = *files::readText(desk.rewards);
  const Outcome out = desk.learn({"--out", desk.rewards});
  QCOMPARE(out.status, 2);
  QVERIFY2(out.errors.find("holds something else than a policy") != std::string::npos,
           out.text().c_str());
  const Outcome both = desk.learn({"--out", desk.path("one"), "--log", desk.path("one")});
  QCOMPARE(both.status, 2);
  QVERIFY2(both.errors.find("would replace the log") != std::string::npos, both.text().c_str());
  const Outcome log = desk.learn({"--log", desk.rewards});
  QCOMPARE(log.status, 2);
  QCOMPARE(*files::readText(desk.rewards), before);
}

void TestCliLearnTree::refusesWrongInput_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("part");
  QTest::newRow("missing file") << QStringList{"/nonexistent.json"} << "/nonexistent.json";
  QTest::newRow("empty file") << QStringList{"empty"} << "empty";
  QTest::newRow("a file cut short") << QStringList{"cut"} << "cut:";
  QTest::newRow("no rewards of the default tree's leaves")
      << QStringList{"rewards.json"} << "there is no reward for it with that leaf's metrics";
  QTest::newRow("no policy") << QStringList{"rewards.json", "--policy", "/nonexistent"}
                             << "/nonexistent";
  QTest::newRow("no folder") << QStringList{"rewards.json", "--out", "/nonexistent/p.json"}
                             << "there is no folder";
  QTest::newRow("parts of nothing")
      << QStringList{"rewards.json", "--parts", "3"} << "--parts belongs to --compare";
  QTest::newRow("no evaluations") << QStringList{"rewards.json", "--evaluations", "0"}
                                  << "--evaluations";
  QTest::newRow("a margin of nothing")
      << QStringList{"rewards.json", "--margin", "0"} << "--margin";
}

void TestCliLearnTree::refusesWrongInput() {
  QFETCH(QStringList, arguments);
  QFETCH(QString, part);
  const Desk desk;
  desk.bench.write("empty", "");
  desk.bench.write("cut", desk.made.text(1).substr(0, 2000));
  std::vector<std::string> words{"learn-tree"};
  for (const QString& argument : arguments)
    words.push_back(argument.toStdString());
  if (words[1][0] != '/') words[1] = desk.bench.path(words[1]).string();
  const Outcome outcome = desk.bench.kwr(words);
  QVERIFY2(outcome.status == 2, outcome.text().c_str());
  QVERIFY2(outcome.errors.find(part.toStdString()) != std::string::npos, outcome.text().c_str());
}

QTEST_GUILESS_MAIN(TestCliLearnTree)
#include "test_cli_learn_tree.moc"

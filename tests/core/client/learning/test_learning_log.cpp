// SPDX-License-Identifier: GPL-3.0-or-later
// A learner that was killed goes on with its log and comes to the same tree.
#include <QTest>
#include <filesystem>
#include <fstream>

#include "base/files/files.h"
#include "base/json/text.h"
#include "client/learning/learner.h"
#include "client/learning/routing.h"
#include "core/client/learning/made_rewards.h"

using namespace kw;
using test::MadeRewards;
namespace fs = std::filesystem;

namespace {

json::Value heading(int seed = 1) {
  return json::Value::object({{"format", "kernelwright-learning/1"}, {"seed", seed}});
}

LearningSettings quick() {
  LearningSettings settings;
  settings.resamples = 20;
  settings.limits.depth = 0;  // REWRITE alone: a log that can be cut at every byte
  settings.leastTraining = 4;
  settings.leastHeldOut = 2;
  return settings;
}

MadeRewards world() {
  return MadeRewards({.truth = test::Truth::rewrite, .effect = 0.4, .kernels = 40, .seed = 2});
}

struct Run {
  json::Value policy;
  size_t accepted = 0;
  size_t asked = 0;  // of the source itself
  size_t repeated = 0;
};

// With one leaf, which all kernels reach, and two groups, of which one is accepted.
Result<Run> run(const fs::path& log, const json::Value& first = heading()) {
  MadeRewards made = world();
  std::vector<ProfiledKernel> kernels;  // of one regime, which the first group helps
  for (const ProfiledKernel& kernel : made.kernels())
    if (leafOf(made.start(), kernel).id == "algorithm") kernels.push_back(kernel);
  const auto tree = Policy::read(R"({"format": "kernelwright-policy/1", "name": "one",
    "origin": "hand-set", "root": "all", "nodes": [{"id": "all", "leaf": "latency-bound",
    "title": "t", "advice": "", "metrics": [], "reason": "r"}]})",
                                 "one", catalogue());
  if (!tree) return fail(tree.error());
  EnumeratingProposer proposer({made.groups()[0], made.groups()[3]});
  KW_ASSIGN(Journal journal, Journal::open(log, first));
  KW_ASSIGN(const LearningResult result,
            learn({*tree, kernels, made, proposer, catalogue()}, quick(), journal, {}, {}));
  return Run{result.policy.toJson(), result.accepted, made.asked(), journal.repeated()};
}

// Without waiting for the disk, thousands of times.
bool write(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << text;
  return stream.good();
}

Run must(Result<Run> run) {
  if (!run) qFatal("%s", run.error().text().c_str());
  return *std::move(run);
}

}  // namespace

class TestLearningLog : public QObject {
  Q_OBJECT

  files::TemporaryFolder m_folder = *files::TemporaryFolder::make();
  fs::path path(const std::string& name) const { return m_folder.path() / name; }
  std::string textOf(const fs::path& file) const { return files::readText(file).value_or("?"); }

 private slots:
  void itHoldsEveryRewardAndDecision() {
    const Run whole = must(run(path("whole")));
    size_t rewards = 0, decisions = 0, number = 0;
    const std::string text = textOf(path("whole"));
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin);
      const auto line = json::parse(std::string_view(text).substr(begin, end - begin));
      QVERIFY(line);
      if (number++ == 0) QVERIFY(*line == heading());
      rewards += (*line)["event"] == json::Value("reward");
      if ((*line)["event"] == json::Value("decision")) {
        ++decisions;
        QVERIFY(!(*line)["outcome"].asString().empty());
        QCOMPARE((*line)["judged"].asArray().size(),
                 static_cast<size_t>((*line)["tried"].asInteger()));
      }
      begin = end + 1;
    }
    QCOMPARE(rewards, whole.asked);
    QVERIFY(decisions >= 2);
    QCOMPARE(rewards + decisions + 1, number);
  }

  void aFinishedRunIsRepeatedFromItsLog() {
    const Run first = must(run(path("finished")));
    const std::string text = textOf(path("finished"));
    const Run second = must(run(path("finished")));
    QCOMPARE(second.asked, size_t(0));
    QVERIFY(second.policy == first.policy);
    QCOMPARE(textOf(path("finished")), text);
  }

  void cutAnywhereItGoesOnToTheSameEnd() {
    const Run whole = must(run(path("reference")));
    QCOMPARE(whole.accepted, size_t(1));
    const std::string text = textOf(path("reference"));
    for (size_t size = 0; size <= text.size(); ++size) {
      // Each a file of its own: some disks are waited for when one is written anew.
      const fs::path cut = path("cut at " + std::to_string(size));
      QVERIFY(write(cut, text.substr(0, size)));
      const Run again = must(run(cut));
      QVERIFY(again.policy == whole.policy);
      QVERIFY2(textOf(cut) == text, qPrintable(QString("cut at %1").arg(size)));
      QVERIFY(again.asked <= whole.asked);
      if (size > text.size() / 2) QVERIFY(again.repeated > 0);
      fs::remove(cut);
    }
  }

  void anotherRunsLogIsRefused() {
    must(run(path("other")));
    const std::string before = textOf(path("other"));
    const auto other = run(path("other"), heading(2));
    QVERIFY(!other);
    QCOMPARE(other.error().kind, ErrorKind::badInput);
    QVERIFY(other.error().message.find("\"seed\" is 1, and 2") != std::string::npos);
    QCOMPARE(textOf(path("other")), before);
  }

  void otherFilesAreLeftAlone() {
    for (const char* text :
         {"my notes", "{}\n", "{\"format\":\"else\"}\nrest", "\n", "\x01\xff\n"}) {
      QVERIFY(write(path("notes"), text));
      const auto refused = run(path("notes"));
      QVERIFY(!refused);
      QCOMPARE(refused.error().kind, ErrorKind::badInput);
      QCOMPARE(textOf(path("notes")), std::string(text));
    }
  }

  void aBrokenLineInTheMiddleIsNamed() {
    must(run(path("broken")));
    std::string text = textOf(path("broken"));
    const size_t third = text.find('\n', text.find('\n') + 1) + 1;
    text[third] = '#';
    QVERIFY(write(path("broken"), text));
    const auto refused = run(path("broken"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().place.line, 3);
  }

  void aDecisionThatDiffersIsFound() {
    must(run(path("forged")));
    std::string text = textOf(path("forged"));
    const size_t at = text.find("\"tried\":");
    QVERIFY(at != std::string::npos);
    text.insert(at + 8, "9");
    QVERIFY(write(path("forged"), text));
    const auto refused = run(path("forged"));
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.find("\"tried\" is 92 there, and 2 now") != std::string::npos,
             refused.error().text().c_str());
  }

  void oneProcessHasItAtATime() {
    const auto first = Journal::open(path("shared"), heading());
    QVERIFY(first);
    const auto second = Journal::open(path("shared"), heading());
    QVERIFY(!second);
    QVERIFY(second.error().message.find("in use") != std::string::npos);
  }

  void aPlaceThatCannotBeWrittenIsNamed() {
    const auto refused = Journal::open(path("no") / "such" / "log", heading());
    QVERIFY(!refused);
    QVERIFY(refused.error().message.find("no/such/log") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TestLearningLog)
#include "test_learning_log.moc"

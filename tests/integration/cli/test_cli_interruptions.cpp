// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C and SIGKILL at any moment: nothing is lost and nothing is measured twice, as the runner's
// launch log shows.
#include <signal.h>
#include <QTest>

#include <set>

#include "integration/cli/kwr_process.h"

using namespace kw;
using test::Bench;
using test::Outcome;

namespace {

constexpr const char* problem = "inout_value_weights";

std::vector<std::string> tuneArguments(const Bench& bench) {
  std::vector<std::string> arguments{
      "tune",      test::problemPath(problem),   "--device", "host", "--seed", "1", "--budget", "6",
      "--session", bench.path("s.kwr").string(), "--json"};
  const auto runner = bench.loggingRunner();
  arguments.insert(arguments.end(), runner.begin(), runner.end());
  return arguments;
}

Outcome resume(const Bench& bench) {
  auto arguments = tuneArguments(bench);
  arguments.push_back("--resume");
  return bench.kwr(arguments);
}

// A run of kwr that has reported `count` evaluations (the source's too).
class Run {
 public:
  Run(const Bench& bench, int count) : m_child(started(bench)), m_lines(m_child.output().get()) {
    for (int i = 0; i < count; ++i) {
      const json::Value event = m_lines.next("candidate");
      if (event.isNull()) qFatal("kwr ended too early: %s", m_lines.rest().c_str());
      m_reported.insert(event["config"].isNull() ? "" : configurationText(event["config"]));
    }
  }
  process::Child& child() { return m_child; }
  test::LineReader& lines() { return m_lines; }
  const std::set<std::string>& reported() const { return m_reported; }

  static std::string configurationText(const json::Value& configuration) {
    std::string text;
    for (const auto& [name, value] : configuration.asObject())
      text += (text.empty() ? "" : ",") + name + "=" + std::to_string(value.asInteger());
    return text.empty() ? "source" : text;
  }

 private:
  static process::Child started(const Bench& bench) {
    process::ChildOptions options = bench.command(tuneArguments(bench));
    options.pipeErrors = false;  // nobody reads them
    auto child = process::Child::start(options);
    if (!child) qFatal("%s", child.error().text().c_str());
    return std::move(*child);
  }
  process::Child m_child;
  test::LineReader m_lines;
  std::set<std::string> m_reported;
};

// Keys of candidates that were timed on a case more than once.
std::set<std::string> timedTwice(const std::vector<Bench::Launch>& launches) {
  std::set<std::pair<std::string, std::string>> seen;
  std::set<std::string> twice;
  for (const Bench::Launch& launch : launches)
    if (launch.phase == "timing" && !launch.key.empty() &&
        !seen.emplace(launch.key, launch.caseName).second)
      twice.insert(launch.candidate);
  return twice;
}

// At most the one that was on the device may have been begun twice, and nothing that was reported.
void checkNothingTwice(const Bench& bench, const std::set<std::string>& reported) {
  const std::set<std::string> twice = timedTwice(bench.launches());
  QVERIFY2(twice.size() <= 1, std::to_string(twice.size()).c_str());
  for (const std::string& candidate : twice)
    QVERIFY2(reported.count(candidate) == 0, candidate.c_str());
}

}  // namespace

class TestCliInterruptions : public QObject {
  Q_OBJECT

 private slots:
  void killedHalfWayItResumes();
  void aKilledRunnerIsReplaced();
  void aKilledWorkerIsReplaced_data();
  void aKilledWorkerIsReplaced();
  void ctrlCKeepsEverythingAndSaysHowToGoOn();
  void aSecondCtrlCLeavesAtOnce();
};

void TestCliInterruptions::killedHalfWayItResumes() {
  const Bench bench;
  std::set<std::string> reported;
  {
    Run run(bench, 4);
    const auto runners = test::childrenOf(run.child().id(), "kwr-runner");
    QCOMPARE(runners.size(), size_t{1});
    ::kill(run.child().id(), SIGKILL);
    run.child().wait();
    reported = run.reported();
    // The runner notices that its input has ended: nothing is left behind.
    QTRY_VERIFY_WITH_TIMEOUT(!test::isAlive(runners[0]), 30000);
  }
  const Outcome outcome = resume(bench);
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QCOMPARE(outcome.last()["evaluated"].asInteger(), int64_t{6});
  QVERIFY2(outcome.last()["resumed"].asInteger() >= 3, outcome.text().c_str());
  checkNothingTwice(bench, reported);
}

void TestCliInterruptions::aKilledRunnerIsReplaced() {
  const Bench bench;
  Run run(bench, 2);
  const auto runners = test::childrenOf(run.child().id(), "kwr-runner");
  QCOMPARE(runners.size(), size_t{1});
  ::kill(runners[0], SIGKILL);
  const json::Value last = run.lines().next("summary");
  QCOMPARE(last["evaluated"].asInteger(), int64_t{6});
  QCOMPARE(run.child().wait().code, 0);
  checkNothingTwice(bench, run.reported());
}

void TestCliInterruptions::aKilledWorkerIsReplaced_data() {
  QTest::addColumn<QString>("worker");
  QTest::newRow("compile worker") << "--compile-worker";
  QTest::newRow("device worker") << "--device-worker";
}

void TestCliInterruptions::aKilledWorkerIsReplaced() {
  QFETCH(const QString, worker);
  const Bench bench;
  Run run(bench, 2);
  const auto runners = test::childrenOf(run.child().id(), "kwr-runner");
  QCOMPARE(runners.size(), size_t{1});
  const auto workers = test::childrenOf(runners[0], worker.toStdString());
  QVERIFY(!workers.empty());
  ::kill(workers[0], SIGKILL);
  const json::Value last = run.lines().next("summary");
  QCOMPARE(last["evaluated"].asInteger(), int64_t{6});
  QCOMPARE(run.child().wait().code, 0);
}

void TestCliInterruptions::ctrlCKeepsEverythingAndSaysHowToGoOn() {
  const Bench bench;
  std::set<std::string> reported;
  {
    Run run(bench, 3);
    ::kill(run.child().id(), SIGINT);
    const json::Value last = run.lines().next("summary");
    QVERIFY(last["cancelled"].asBool());
    QCOMPARE(last["status"].asInteger(), int64_t{130});
    QVERIFY(last["error"].asString().find("--resume") != std::string::npos);
    QCOMPARE(run.child().wait().code, 130);
    reported = run.reported();
  }
  const Outcome outcome = resume(bench);
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QVERIFY(outcome.last()["resumed"].asInteger() >= 2);
  QVERIFY(outcome.last()["source_resumed"].asBool());
  checkNothingTwice(bench, reported);
}

void TestCliInterruptions::aSecondCtrlCLeavesAtOnce() {
  const Bench bench;
  Run run(bench, 1);
  ::kill(run.child().id(), SIGINT);
  QVERIFY(!run.lines().next("notice").isNull());  // it has begun to stop
  ::kill(run.child().id(), SIGINT);
  QCOMPARE(run.child().wait().code, 130);
  const Outcome outcome = resume(bench);
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
}

QTEST_GUILESS_MAIN(TestCliInterruptions)
#include "test_cli_interruptions.moc"

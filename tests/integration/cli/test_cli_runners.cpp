// SPDX-License-Identifier: GPL-3.0-or-later
// Runners named on the command line: wrong ones, two at once, and ones that die.
#include <sched.h>
#include <signal.h>
#include <QTest>

#include <fstream>
#include <set>

#include "integration/cli/kwr_process.h"

using namespace kw;
using test::Bench;
using test::Outcome;

namespace {

constexpr const char* problem = "inout_value_weights";

std::string runner() {
  return "'" + std::string(KW_BINARY_FOLDER) + "/bin/kwr-runner'";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<int> processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> all;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return all;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &set)) all.push_back(i);
  return all;
}

// Launchers among what `process` started, and what that started.
std::vector<pid_t> launchersBelow(pid_t process) {
  std::vector<pid_t> found;
  for (const pid_t child : test::childrenOf(process, "")) {
    std::string name;
    std::getline(std::ifstream("/proc/" + std::to_string(child) + "/comm"), name);
    if (name.starts_with("kwr-host-launch")) found.push_back(child);
    const auto below = launchersBelow(child);
    found.insert(found.end(), below.begin(), below.end());
  }
  return found;
}

// Whose source never ends.
std::filesystem::path endlessProblem(const Bench& bench) {
  const auto folder = bench.copyProblem(problem);
  bench.write(std::string(problem) + "/kernel.cu",
              "__global__ void saxpy(float* __restrict__ y, const float* __restrict__ x, float a, "
              "int n) {\n  for (volatile int i = 0;; i = 1) {}\n}\n");
  return folder;
}

}  // namespace

class TestCliRunners : public QObject {
  Q_OBJECT

 private slots:
  void noiseIsNoRunner();
  void twoRunnersOnTheSameCpusAreWrongUsage();
  void eachOfTwoRunnersIsNamed();
  void aLauncherDiesWithItsWorker();
  void aKilledProcessSaysNothingOfTheSource_data();
  void aKilledProcessSaysNothingOfTheSource();
};

void TestCliRunners::noiseIsNoRunner() {
  const Bench bench;
  const Outcome outcome = bench.kwr({"devices", "--runner", "yes", "--json"});
  QVERIFY2(outcome.status == 2, outcome.text().c_str());
  QVERIFY2(contains(outcome.last()["error"].asString(), "its first line was 'y'"),
           outcome.text().c_str());
}

void TestCliRunners::twoRunnersOnTheSameCpusAreWrongUsage() {
  const Bench bench;
  const Outcome outcome =
      bench.kwr({"tune", test::problemPath(problem), "--device", "host", "--budget", "1",
                 "--runner", runner(), "--runner", runner(), "--json"});
  QVERIFY2(outcome.status == 2, outcome.text().c_str());
  QVERIFY2(contains(outcome.last()["error"].asString(), "two of the runners want the same device"),
           outcome.text().c_str());
  QVERIFY2(contains(outcome.last()["error"].asString(), "taskset"), outcome.text().c_str());
}

void TestCliRunners::eachOfTwoRunnersIsNamed() {
  const std::vector<int> all = processors();
  if (all.size() < 2) QSKIP("there is one processor only");
  const Bench bench;
  std::vector<std::string> words{"tune", test::problemPath(problem), "--device", "host", "--budget",
                                 "1"};
  for (size_t i = 0; i < 2; ++i)
    words.insert(words.end(),
                 {"--runner", "taskset -c " + std::to_string(all[i]) + " " + runner()});
  const Outcome outcome = bench.kwr(words);
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  for (int i = 0; i < 2; ++i)
    QVERIFY2(contains(outcome.errors, "Source kernel on host of runner " + std::to_string(i + 1) +
                                          " (taskset -c " + std::to_string(all[i])),
             outcome.text().c_str());
}

// Also while a candidate runs that never ends.
void TestCliRunners::aLauncherDiesWithItsWorker() {
  const Bench bench;
  auto child =
      process::Child::start(bench.command({"tune", endlessProblem(bench).string(), "--device",
                                           "host", "--budget", "1", "--runner", runner()}));
  QVERIFY(child.has_value());
  std::vector<pid_t> launchers, workers;
  QTRY_VERIFY_WITH_TIMEOUT(!(launchers = launchersBelow(child->id())).empty(), 120000);
  const auto runners = test::childrenOf(child->id(), "kwr-runner");
  QCOMPARE(runners.size(), size_t{1});
  workers = test::childrenOf(runners[0], "--device-worker");
  QCOMPARE(workers.size(), size_t{1});
  ::kill(workers[0], SIGKILL);
  for (const pid_t launcher : launchers)
    QTRY_VERIFY_WITH_TIMEOUT(!test::isAlive(launcher), 60000);
}

void TestCliRunners::aKilledProcessSaysNothingOfTheSource_data() {
  QTest::addColumn<bool>("isWorker");
  QTest::newRow("launcher") << false;
  QTest::newRow("device worker") << true;
}

void TestCliRunners::aKilledProcessSaysNothingOfTheSource() {
  QFETCH(const bool, isWorker);
  const Bench bench;
  auto child = process::Child::start(
      bench.command({"tune", endlessProblem(bench).string(), "--device", "host", "--budget", "1",
                     "--json", "--runner", runner()}));
  QVERIFY(child.has_value());
  // Whenever the source runs, as the kernel does where memory is exhausted.
  std::set<pid_t> killed;
  const auto killAll = [&] {
    for (const pid_t launcher : launchersBelow(child->id())) {
      if (!killed.insert(launcher).second) continue;
      const auto runners = test::childrenOf(child->id(), "kwr-runner");
      const auto workers =
          runners.empty() ? std::vector<pid_t>() : test::childrenOf(runners[0], "--device-worker");
      if (!isWorker) ::kill(launcher, SIGKILL);
      if (isWorker && !workers.empty()) ::kill(workers[0], SIGKILL);
    }
    return child->poll().has_value();
  };
  QTRY_VERIFY_WITH_TIMEOUT(killAll(), 300000);
  QVERIFY(killed.size() > 1);
  test::LineReader lines(child->output().get());
  const json::Value source = lines.next("candidate");
  QCOMPARE(source["verdict"].asString(), std::string("could not judge"));
  QVERIFY(contains(lines.next("summary")["error"].asString(), "the next run tries again"));
}

QTEST_GUILESS_MAIN(TestCliRunners)
#include "test_cli_runners.moc"

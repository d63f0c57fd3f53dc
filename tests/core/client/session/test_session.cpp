// SPDX-License-Identifier: GPL-3.0-or-later
#include <SQLiteCpp/Database.h>

#include <QTest>
#include <atomic>
#include <future>
#include <thread>

#include "base/files/files.h"
#include "core/client/session/samples.h"
#include "model/records/records_json.h"

using namespace kw;
using namespace kw::test;
using Mode = Session::Mode;

namespace {

template <class T>
T value(Result<T> result) {
  if (!result) qFatal("%s", result.error().text().c_str());
  return std::move(*result);
}

std::vector<std::string> filesIn(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

class TestSession : public QObject {
  Q_OBJECT

  std::optional<files::TemporaryFolder> m_folder;
  std::filesystem::path m_file;

 private slots:
  void init() {
    m_folder.emplace(value(files::TemporaryFolder::make()));
    m_file = m_folder->path() / "s.kwr";
  }

  void anEvaluationComesBackWhole() {
    auto session = opened(m_file, Mode::create);
    QVERIFY(storeWhole(*session, 7));
    const auto found = value(session->find(keyOf(7)));
    QVERIFY(found.has_value());
    QVERIFY(toJson(*found) == toJson(evaluation(7)));
    QVERIFY(!value(session->find(keyOf(8))).has_value());
  }

  void evaluationsComeInTheOrderTheyWereStored() {
    auto session = opened(m_file, Mode::create);
    for (const int n : {5, 3, 9, 1})
      QVERIFY(storeWhole(*session, n));
    std::vector<std::string> keys;
    for (const Evaluation& one : value(session->evaluations()))
      keys.push_back(one.key);
    QCOMPARE(keys, (std::vector<std::string>{keyOf(5), keyOf(3), keyOf(9), keyOf(1)}));
  }

  void theFirstEvaluationOfAKeyStays() {
    auto session = opened(m_file, Mode::create);
    QVERIFY(storeWhole(*session, 1));
    Evaluation other = evaluation(2);
    other.key = keyOf(1);
    session->storeEvaluation(0, other, {});
    QVERIFY(session->flush());
    QCOMPARE(value(session->evaluations()).size(), size_t(1));
    QCOMPARE(value(session->find(keyOf(1)))->geomean, evaluation(1).geomean);
  }

  void attemptsAreUnfinishedUntilTheyEnd() {
    auto session = opened(m_file, Mode::create);
    const auto begin = [&](int n) {
      AttemptRecord attempt;
      attempt.key = keyOf(n);
      attempt.candidate = candidate(n);
      return session->beginAttempt(0, attempt, {});
    };
    const int64_t cancelled = begin(1), evaluated = begin(2), lost = begin(3), open = begin(4);
    session->markStarted(open, "GPU-7");
    session->endAttempt(cancelled, "cancelled", {});
    session->storeEvaluation(evaluated, evaluation(2), {});
    session->endAttempt(lost, "lost", {});
    QVERIFY(session->flush());
    const auto unfinished = value(session->unfinishedAttempts());
    QCOMPARE(unfinished.size(), size_t(1));
    QCOMPARE(unfinished[0].id, open);
    QCOMPARE(unfinished[0].key, keyOf(4));
    QCOMPARE(unfinished[0].candidate.label(), candidate(4).label());
    QCOMPARE(unfinished[0].device, std::string("GPU-7"));
    QVERIFY(unfinished[0].started);
  }

  void anEvaluationEndsEarlierAttemptsOfItsKey() {
    auto session = opened(m_file, Mode::create);
    AttemptRecord attempt;
    attempt.key = keyOf(1);
    attempt.candidate = candidate(1);
    session->beginAttempt(0, attempt, {});  // never ends
    QVERIFY(storeWhole(*session, 1));
    QVERIFY(value(session->unfinishedAttempts()).empty());
  }

  void runsAreKeptWithSeedsOf64Bits() {
    auto session = opened(m_file, Mode::create);
    RunRecord run;
    run.strategy = "random";
    run.seed = 0xFFFF'FFFF'FFFF'FFFE;
    run.budget = "24";
    const int64_t first = session->beginRun(run, {});
    const int64_t second = session->beginRun(run, {});
    session->endRun(first, "cancelled", {});
    QVERIFY(session->flush());
    const auto runs = value(session->runs());
    QCOMPARE(runs.size(), size_t(2));
    QCOMPARE(runs[0].seed, run.seed);
    QCOMPARE(runs[0].outcome, std::string("cancelled"));
    QVERIFY(!runs[0].begun.empty() && !runs[0].ended.empty());
    QCOMPARE(runs[1].id, second);
    QCOMPARE(runs[1].outcome, std::string());
  }

  void idsGoOnAfterReopening() {
    const int64_t first = opened(m_file, Mode::create)->beginRun({}, {});
    const int64_t second = opened(m_file, Mode::readWrite)->beginRun({}, {});
    QVERIFY(second > first);
  }

  void devicesAreKept() {
    DeviceInfo device;
    device.uuid = "GPU-1";
    device.model = "Model A";
    device.limits["sm_count"] = 132;
    auto session = opened(m_file, Mode::create);
    session->storeDevice(device, {});
    session->storeDevice(device, {});
    QVERIFY(session->flush());
    const auto devices = value(session->devices());
    QCOMPARE(devices.size(), size_t(1));
    QCOMPARE(devices[0].limit("sm_count"), int64_t(132));
  }

  void duelsComeInTheOrderTheyWereStored() {
    Duel first;
    first.deviceId = "GPU-1";
    first.second = {true, "text", Configuration({{"BLOCK", int64_t{256}}})};
    first.cases = {{"large", 2, {1.5, 1.25}, {1, 0.75}}};
    Duel second = first;
    second.deviceId = "GPU-2";
    {
      auto session = opened(m_file, Mode::create);
      session->storeDuel(first, {});
      session->storeDuel(second, {});
      QVERIFY(session->flush());
    }
    const auto duels = value(opened(m_file, Mode::readOnly)->duels());
    QCOMPARE(duels.size(), size_t(2));
    QVERIFY(toJson(duels[0]) == toJson(first));
    QVERIFY(toJson(duels[1]) == toJson(second));
  }

  // As an older program leaves it.
  void sessionsWithoutATableOfDuelsHaveNone() {
    opened(m_file, Mode::create);
    SQLite::Database(m_file.string(), SQLite::OPEN_READWRITE).exec("DROP TABLE duels");
    QVERIFY(value(opened(m_file, Mode::readOnly)->duels()).empty());
    QVERIFY(value(opened(m_file, Mode::readWrite)->duels()).empty());
    auto session = opened(m_file, Mode::readWrite);
    session->storeDuel({}, {});
    QVERIFY(session->flush());
    QCOMPARE(value(session->duels()).size(), size_t(1));
  }

  void profilesComeInTheOrderTheyWereStored() {
    Profile first;
    first.candidate = {true, "text", Configuration({{"BLOCK", int64_t{256}}})};
    first.caseName = "large";
    first.regime = "memory-bound";
    first.leaf = "streaming";
    ProfileStep step;
    step.node = "streaming";
    step.kind = "leaf";
    step.values["dram_bytes"] = {3e9, "byte", Provenance::derived, "a + b"};
    first.steps = {step};
    Profile second = first;
    second.caseName = "small";
    {
      auto session = opened(m_file, Mode::create);
      session->storeProfile(first, {});
      session->storeProfile(second, {});
      QVERIFY(session->flush());
    }
    const auto profiles = value(opened(m_file, Mode::readOnly)->profiles());
    QCOMPARE(profiles.size(), size_t(2));
    QVERIFY(toJson(profiles[0]) == toJson(first));
    QVERIFY(toJson(profiles[1]) == toJson(second));
  }

  // As an older program leaves it.
  void sessionsWithoutATableOfProfilesHaveNone() {
    opened(m_file, Mode::create);
    SQLite::Database(m_file.string(), SQLite::OPEN_READWRITE).exec("DROP TABLE profiles");
    QVERIFY(value(opened(m_file, Mode::readOnly)->profiles()).empty());
    auto session = opened(m_file, Mode::readWrite);
    session->storeProfile({}, {});
    QVERIFY(session->flush());
    QCOMPARE(value(session->profiles()).size(), size_t(1));
  }

  void roundsAreReplacedByTheirIds() {
    {
      auto session = opened(m_file, Mode::create);
      Round round;
      round.number = 1;
      round.provider = "recorded";
      const int64_t first = session->storeRound(round, {});
      round.number = 2;
      round.parent = first;
      const int64_t second = session->storeRound(round, {});
      QVERIFY(first > 0 && second > first);
      round.id = first;
      round.number = 1;
      round.parent = 0;
      round.ending = RoundEnding::gained;
      QCOMPARE(session->storeRound(round, {}), first);
      QVERIFY(session->flush());
    }
    auto session = opened(m_file, Mode::readWrite);
    const auto rounds = value(session->rounds());
    QCOMPARE(rounds.size(), size_t{2});
    QVERIFY(rounds[0].ending == RoundEnding::gained);
    QCOMPARE(rounds[1].parent, rounds[0].id);
    QVERIFY(session->storeRound({}, {}) > rounds[1].id);
  }

  void sessionsWithoutATableOfRoundsHaveNone() {
    { opened(m_file, Mode::create); }
    SQLite::Database(m_file.string(), SQLite::OPEN_READWRITE).exec("DROP TABLE rounds");
    QVERIFY(value(opened(m_file, Mode::readOnly)->rounds()).empty());
  }

  void theProblemComesBackAsItWasStored() {
    const LoadedProblem problem = problemIn(m_folder->path() / "problem", "copy");
    {
      auto session = opened(m_file, Mode::create);
      QVERIFY(!value(session->problem()).has_value());
      QVERIFY(!value(session->problemName()).has_value());
      session->storeProblem(problem, {});
      session->storeProblem(problem, {});
      QVERIFY(session->flush());
    }
    std::filesystem::remove_all(m_folder->path() / "problem");
    auto session = opened(m_file, Mode::readOnly);
    const auto stored = value(session->problem());
    QVERIFY(stored.has_value());
    QCOMPARE(value(session->problemName()).value(), problem.problem.name);
    QCOMPARE(stored->problem.sourceText, problem.problem.sourceText);
    QCOMPARE(stored->problemHash, problem.problemHash);
    QCOMPARE(stored->templateHash, problem.templateHash);
    QCOMPARE(stored->oracleHash, problem.oracleHash);
    QCOMPARE(stored->parts.size(), problem.parts.size());
  }

  void theLastStoredRevisionIsTheProblem() {
    const auto first = problemIn(m_folder->path() / "a", "first");
    const auto second = problemIn(m_folder->path() / "b", "second");
    auto session = opened(m_file, Mode::create);
    for (const LoadedProblem* problem : {&first, &second, &first})
      session->storeProblem(*problem, {});
    QVERIFY(session->flush());
    QCOMPARE(value(session->problem())->problem.name, std::string("first"));
  }

  void afterClosingItIsOneFile() {
    {
      auto session = opened(m_file, Mode::create);
      QVERIFY(storeWhole(*session, 1));
    }
    QCOMPARE(filesIn(m_folder->path()), std::vector<std::string>{"s.kwr"});
  }

  void closingCommitsWhatIsQueued() {
    {
      auto session = opened(m_file, Mode::create);
      for (int n = 0; n < 500; ++n)
        session->storeEvaluation(0, evaluation(n), {});
    }
    QCOMPARE(value(opened(m_file, Mode::readOnly)->evaluations()).size(), size_t(500));
  }

  void whatIsReportedAsCommittedCanBeRead() {
    auto session = opened(m_file, Mode::create);
    std::promise<bool> seen;
    session->storeEvaluation(0, evaluation(3), [&](const Status& status) {
      const auto found = session->find(keyOf(3));
      seen.set_value(status && found && found->has_value());
    });
    QVERIFY(seen.get_future().get());
  }

  void manyChangesShareACommit() {
    auto session = opened(m_file, Mode::create);
    const uint64_t before = session->commits();
    for (int n = 0; n < 2000; ++n)
      session->storeEvaluation(0, evaluation(n), {});
    QVERIFY(session->flush());
    QVERIFY(session->commits() - before < 500);
  }

  void manyThreadsMayUseIt() {
    auto session = opened(m_file, Mode::create);
    std::atomic<int> committed{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        for (int n = t * 100; n < t * 100 + 100; ++n) {
          session->storeEvaluation(0, evaluation(n), [&](const Status& status) {
            if (status) ++committed;
          });
          (void)session->find(keyOf(n));
        }
      });
    for (std::thread& thread : threads)
      thread.join();
    QVERIFY(session->flush());
    QCOMPARE(committed.load(), 400);
    QCOMPARE(value(session->evaluations()).size(), size_t(400));
  }

  void evaluationsAreCountedByTextModelAndProtocol() {
    auto session = opened(m_file, Mode::create);
    for (int n = 0; n < 5; ++n)
      QVERIFY(storeWhole(*session, n));
    const std::string protocol = Protocol().text();
    QCOMPARE(value(session->countEvaluations("template", "Model A", protocol)), size_t(5));
    QCOMPARE(value(session->countEvaluations("template", "Model B", protocol)), size_t(0));
    QCOMPARE(value(session->countEvaluations("source", "Model A", protocol)), size_t(0));
  }
};

QTEST_APPLESS_MAIN(TestSession)
#include "test_session.moc"

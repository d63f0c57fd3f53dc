// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "support/null_problem.h"
#include "support/printing.h"
#include "support/runner_client.h"

using namespace kw;
using namespace kw::test;

// Whatever a candidate does, it gets its own verdict, and the next one is judged as if nothing had
// been.
class TestRunnerVerdicts : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    m_folder.emplace(std::move(*folder));
    auto problem = makeNullProblem(m_folder->path());
    KW_VERIFY_OK(problem);
    m_problem = std::move(*problem);
  }

  void everyKindOfCandidateGetsItsVerdict_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("text");
    QTest::newRow("good") << "none"
                          << "verified"
                          << "";
    QTest::newRow("wrong") << "wrong"
                           << "wrong"
                           << "";
    QTest::newRow("does not compile") << "compile_error"
                                      << "failed to compile"
                                      << "asked not to compile";
    QTest::newRow("crashes its compiler") << "compile_crash"
                                          << "failed to compile"
                                          << "signal 11 (SIGSEGV)";
    QTest::newRow("crashes while verified") << "crash"
                                            << "crashed"
                                            << "signal 11 (SIGSEGV) while verifying timed";
    QTest::newRow("crashes while timed") << "crash_timing"
                                         << "crashed"
                                         << "signal 11 (SIGSEGV) while timing timed";
    QTest::newRow("ends the process") << "exit"
                                      << "crashed"
                                      << "exit status 3";
    QTest::newRow("loses the device") << "hung"
                                      << "hung"
                                      << "did not end in time";
    QTest::newRow("deaf to everything") << "hang"
                                        << "hung"
                                        << "nothing moved";
    QTest::newRow("prints on descriptor 1") << "print"
                                            << "verified"
                                            << "";
  }

  void everyKindOfCandidateGetsItsVerdict() {
    QFETCH(QString, fault);
    QFETCH(QString, verdict);
    QFETCH(QString, text);
    auto client = RunnerClient::start(nullRunner(fault == "hang" ? "--deadline 3" : ""));
    KW_VERIFY_OK(client);
    KW_VERIFY_OK((*client)->open(m_problem));
    const auto evaluation = (*client)->evaluate(nullCandidate(m_problem, utf8(fault)), "the key");
    KW_VERIFY_OK(evaluation);
    QCOMPARE(test::quoted(name(evaluation->verdict.kind)), verdict);
    KW_VERIFY_CONTAINS(evaluation->verdict.message + evaluation->verdict.detail, utf8(text));
    QCOMPARE(evaluation->key, "the key");
    QCOMPARE(evaluation->candidate.label(), nullCandidate(m_problem, utf8(fault)).label());
    QCOMPARE(evaluation->verdict.allCases, 2);

    const auto next = (*client)->evaluate(nullCandidate(m_problem, "none", 5));
    KW_VERIFY_OK(next);
    QCOMPARE(test::quoted(name(next->verdict.kind)), "verified");
    QCOMPARE(next->geomean, 5.0);
    QVERIFY((*client)->runner().usable());
  }

  // Those that compile beside one that crashes the compiler are not taken for guilty.
  void aCrashedCompilerCostsNobodyElse() {
    auto client = RunnerClient::start(nullRunner());
    KW_VERIFY_OK(client);
    KW_VERIFY_OK((*client)->open(m_problem));
    std::vector<std::shared_ptr<RunnerClient::Asked>> asked;
    for (int i = 0; i < 20; ++i)
      asked.push_back(
          (*client)->ask(nullCandidate(m_problem, i % 5 == 2 ? "compile_crash" : "none", 1, i)));
    for (int i = 0; i < 20; ++i) {
      const auto evaluation = (*client)->finish(asked[static_cast<size_t>(i)]);
      KW_VERIFY_OK(evaluation);
      QCOMPARE(test::quoted(name(evaluation->verdict.kind)),
               i % 5 == 2 ? "failed to compile" : "verified");
    }
  }

  // What was compiled while another candidate crashed the device is not compiled again.
  void manyInFlightSurviveCrashesOfTheDevice() {
    auto client = RunnerClient::start(nullRunner());
    KW_VERIFY_OK(client);
    KW_VERIFY_OK((*client)->open(m_problem));
    std::vector<std::shared_ptr<RunnerClient::Asked>> asked;
    for (int i = 0; i < 40; ++i)
      asked.push_back(
          (*client)->ask(nullCandidate(m_problem, i % 10 == 3 ? "crash" : "none", 1, i)));
    for (int i = 0; i < 40; ++i) {
      const auto evaluation = (*client)->finish(asked[static_cast<size_t>(i)]);
      KW_VERIFY_OK(evaluation);
      QCOMPARE(test::quoted(name(evaluation->verdict.kind)), i % 10 == 3 ? "crashed" : "verified");
      QCOMPARE(std::ranges::count(asked[static_cast<size_t>(i)]->phases, "compiling"), 1);
    }
  }

  void aCandidateOfAnotherTextIsRefused() {
    auto client = RunnerClient::start(nullRunner());
    KW_VERIFY_OK(client);
    KW_VERIFY_OK((*client)->open(m_problem));
    Candidate stale = nullCandidate(m_problem, "none");
    stale.textHash = std::string(64, 'a');
    const auto evaluation = (*client)->evaluate(stale);
    KW_VERIFY_CONTAINS(errorText(evaluation), "belongs to another text");
  }

  // The log is written before the launch, so it tells of crashed candidates too.
  void theLaunchLogHoldsWhatWasRun() {
    const auto log = m_folder->path() / "launches.jsonl";
    auto client = RunnerClient::start(nullRunner("--launch-log " + log.string()));
    KW_VERIFY_OK(client);
    KW_VERIFY_OK((*client)->open(m_problem));
    KW_VERIFY_OK((*client)->evaluate(nullCandidate(m_problem, "none"), "one"));
    KW_VERIFY_OK((*client)->evaluate(nullCandidate(m_problem, "crash_timing"), "two"));
    KW_VERIFY_OK((*client)->evaluate(nullCandidate(m_problem, "compile_error"), "three"));
    const auto text = files::readText(log);
    KW_VERIFY_OK(text);
    QCOMPARE(std::ranges::count(*text, '\n'), 6);  // two cases verified and one timed, twice
    KW_VERIFY_CONTAINS(
        *text,
        R"("phase":"timing","key":"one","candidate":"FAULT=none,TIME=1,INDEX=0,ROUND=0","case":"timed","device":"null"})");
    KW_VERIFY_CONTAINS(*text, R"("phase":"verifying","key":"two")");
    KW_VERIFY_CONTAINS(*text, R"("phase":"timing","key":"two")");
    QVERIFY(text->find("three") == std::string::npos);
  }

  // On the host device the timing waits until compiling holds still.
  void compilingPausesForAHostDevice() {
    qputenv("KERNELWRIGHT_NULL_KIND", "host");
    auto client = RunnerClient::start(nullRunner());
    qunsetenv("KERNELWRIGHT_NULL_KIND");
    KW_VERIFY_OK(client);
    KW_VERIFY_OK((*client)->open(m_problem, "host"));
    std::vector<std::shared_ptr<RunnerClient::Asked>> asked;
    for (int i = 0; i < 20; ++i)
      asked.push_back((*client)->ask(nullCandidate(m_problem, "none", 1, i)));
    for (const auto& one : asked) {
      const auto evaluation = (*client)->finish(one);
      KW_VERIFY_OK(evaluation);
      QCOMPARE(test::quoted(name(evaluation->verdict.kind)), "verified");
    }
  }

 private:
  std::optional<files::TemporaryFolder> m_folder;
  LoadedProblem m_problem;
};

QTEST_GUILESS_MAIN(TestRunnerVerdicts)
#include "test_runner_verdicts.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "support/null_problem.h"
#include "support/printing.h"
#include "support/runner_client.h"

using namespace kw;
using namespace kw::test;

// Counters through a whole runner: supervisor, compile worker and device worker.
class TestRunnerProfiles : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    m_folder.emplace(std::move(*folder));
    qputenv("KERNELWRIGHT_CACHE", QByteArray::fromStdString((m_folder->path() / "cache").string()));
    auto problem = makeNullProblem(m_folder->path() / "problem");
    KW_VERIFY_OK(problem);
    m_problem = std::move(*problem);
    auto client = RunnerClient::start(nullRunner());
    KW_VERIFY_OK(client);
    m_client = std::move(*client);
    auto opened = m_client->open(m_problem);
    KW_VERIFY_OK(opened);
    m_case = opened->cases.front().name;
  }

  void countersComeBackByMetric() {
    const auto reading = profile(nullCandidate(m_problem, "none"));
    KW_VERIFY_OK(reading);
    QCOMPARE(reading->chip, "GH100");
    QCOMPARE(reading->values.size(), size_t{2});
    QCOMPARE(reading->values.at("duration_in_range"), 22.0);  // gpu__time_duration.sum
    QCOMPARE(reading->absent, std::vector<std::string>{"fp32_add_pairs"});
    QCOMPARE(reading->passes, 1);
    QVERIFY(m_phases.contains("compiling"));
    QVERIFY(m_phases.contains(QString::fromStdString("profiling " + m_case)));
  }

  void moreThanTheAllowedPassesAreNotMade() {
    m_metrics = {"duration_in_range", "busy_cycles", "instructions", "l2_bytes", "l1_bytes"};
    m_mostPasses = 1;
    const auto reading = profile(nullCandidate(m_problem, "none"));
    KW_VERIFY_OK(reading);
    QVERIFY(reading->overBudget);
    QCOMPARE(reading->planned, 2);
    QCOMPARE(reading->passes, 0);
    QVERIFY(reading->values.empty());
  }

  void aCandidateThatCannotRunIsNamed() {
    const auto uncompiled = profile(nullCandidate(m_problem, "compile_error"));
    QVERIFY(!uncompiled);
    QVERIFY(uncompiled.error().message.find("does not compile") != std::string::npos);
    const auto crashed = profile(nullCandidate(m_problem, "crash_timing"));
    QVERIFY(!crashed);
    QVERIFY(crashed.error().message.find("profiling") != std::string::npos);
    // The runner is none the worse for it.
    KW_VERIFY_OK(m_client->evaluate(nullCandidate(m_problem, "none")));
    KW_VERIFY_OK(profile(nullCandidate(m_problem, "none")));
  }

  void itCanBeCancelled() {
    std::optional<Result<CounterReading>> answer;
    bool begun = false;
    const auto ticket = ask(nullCandidate(m_problem, "slow"), answer, begun);
    QVERIFY(m_client->until([&] { return begun; }));
    m_client->runner().cancel(ticket);
    QVERIFY(m_client->until([&] { return answer.has_value(); }));
    QCOMPARE((*answer).error().kind, ErrorKind::cancelled);
    KW_VERIFY_OK(profile(nullCandidate(m_problem, "none")));
  }

  void aCaseThatIsNotThereIsRefused() {
    m_case = "nowhere";
    const auto reading = profile(nullCandidate(m_problem, "none"));
    QVERIFY(!reading);
    QCOMPARE(reading.error().kind, ErrorKind::badInput);
  }

 private:
  Evaluator::Ticket ask(const Candidate& candidate, std::optional<Result<CounterReading>>& answer,
                        bool& begun) {
    protocol::ProfileRequest request;
    request.candidate = candidate;
    request.caseName = m_case;
    request.metrics = m_metrics;
    request.mostPasses = m_mostPasses;
    return m_client->runner().profile(
        request, {[&](const std::string& phase) {
                    m_phases += QString::fromStdString(phase);
                    begun |= phase.starts_with("profiling");
                  },
                  [&](Result<CounterReading> reading) { answer = std::move(reading); }});
  }
  Result<CounterReading> profile(const Candidate& candidate) {
    std::optional<Result<CounterReading>> answer;
    bool begun = false;
    ask(candidate, answer, begun);
    if (!m_client->until([&] { return answer.has_value(); })) return fail("no answer");
    return std::move(*answer);
  }

  std::optional<files::TemporaryFolder> m_folder;
  LoadedProblem m_problem;
  std::unique_ptr<RunnerClient> m_client;
  std::string m_case;
  std::vector<std::string> m_metrics = {"duration_in_range", "instructions", "fp32_add_pairs"};
  int m_mostPasses = 0;
  QStringList m_phases;
};

QTEST_GUILESS_MAIN(TestRunnerProfiles)
#include "test_runner_profiles.moc"

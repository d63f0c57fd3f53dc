// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <csignal>

#include "support/null_problem.h"
#include "support/printing.h"
#include "support/runner_client.h"

using namespace kw;
using namespace kw::test;

// SIGKILL for each process of a runner, in the middle of its work.
class TestRunnerLoss : public QObject {
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

  void init() {
    auto client = RunnerClient::start(nullRunner());
    KW_VERIFY_OK(client);
    m_client = std::move(*client);
    KW_VERIFY_OK(m_client->open(m_problem));
  }

  void cleanup() { m_client.reset(); }

  void aKilledDeviceWorkerIsReplaced() {
    const auto asked = m_client->ask(nullCandidate(m_problem, "slow"));
    QVERIFY(m_client->until([&] { return asked->reached("timing"); }));
    killWorker("--device-worker");
    // Whoever killed it need not have meant the candidate, which is tried once more.
    const auto timings = [&] { return std::ranges::count(asked->phases, "timing"); };
    QVERIFY(m_client->until([&] { return timings() == 2; }));
    killWorker("--device-worker");
    const auto evaluation = m_client->finish(asked);
    KW_VERIFY_OK(evaluation);
    QCOMPARE(test::quoted(name(evaluation->verdict.kind)), "crashed");
    KW_VERIFY_CONTAINS(evaluation->verdict.message, "SIGKILL");
    verifyStillWorks();
  }

  void anIdleDeviceWorkerThatIsKilledIsReplaced() {
    killWorker("--device-worker");
    verifyStillWorks();
  }

  void aKilledCompileWorkerIsReplaced() {
    const auto first = m_client->ask(nullCandidate(m_problem, "compile_hang", 1, 1));
    const auto second = m_client->ask(nullCandidate(m_problem, "compile_hang", 1, 2));
    QVERIFY(m_client->until(
        [&] { return first->reached("compiling") && second->reached("compiling"); }));
    killWorker("--compile-worker");
    // Each is tried again alone, since either may have been the reason.
    QVERIFY(m_client->until([&] { return first->phases.size() == 2; }));
    m_client->runner().cancel(first->ticket);
    QVERIFY(m_client->until([&] { return second->phases.size() == 2; }));
    m_client->runner().cancel(second->ticket);
    QCOMPARE(m_client->finish(second).error().kind, ErrorKind::cancelled);
    verifyStillWorks();
  }

  void anIdleCompileWorkerThatIsKilledIsReplaced() {
    killWorker("--compile-worker");
    verifyStillWorks();
  }

  // The client is told; the workers, one of them spinning, end with their supervisor.
  void aKilledSupervisorLeavesNothingBehind() {
    const auto waiting = m_client->ask(nullCandidate(m_problem, "none", 2));
    KW_VERIFY_OK(m_client->finish(waiting));
    const auto spinning = m_client->ask(nullCandidate(m_problem, "hang"));
    QVERIFY(m_client->until([&] { return spinning->reached("verifying"); }));
    const auto queued = m_client->ask(nullCandidate(m_problem, "none"));
    const pid_t supervisor = supervisorId();
    const auto workers = childrenOf(supervisor);
    QCOMPARE(workers.size(), size_t{2});
    ::kill(supervisor, SIGKILL);
    for (const auto& asked : {spinning, queued}) {
      const auto lost = m_client->finish(asked);
      QVERIFY(!lost);
      QCOMPARE(lost.error().kind, ErrorKind::failed);
      KW_VERIFY_CONTAINS(lost.error().message, "signal 9 (SIGKILL)");
    }
    QVERIFY(!m_client->runner().usable());
    KW_VERIFY_CONTAINS(m_client->lostText(), "signal 9 (SIGKILL)");
    QVERIFY(m_client->until([&] { return std::ranges::none_of(workers, isRunning); }));
    // A request to a runner that is gone fails as well.
    QVERIFY(!m_client->evaluate(nullCandidate(m_problem, "none")));
  }

  // As with a killed ssh: all that the runner notices is that its input ended.
  void aRunnerWhoseClientIsGoneEndsWithEverythingItStarted() {
    const auto spinning = m_client->ask(nullCandidate(m_problem, "hang"));
    QVERIFY(m_client->until([&] { return spinning->reached("verifying"); }));
    const pid_t supervisor = supervisorId();
    const auto workers = childrenOf(supervisor);
    QCOMPARE(workers.size(), size_t{2});
    m_client->drop();
    QVERIFY(m_client->until(
        [&] { return !isRunning(supervisor) && std::ranges::none_of(workers, isRunning); }));
  }

  // As with a cable that was pulled out: nothing ends, and nothing comes.
  void aStalledConnectionIsGivenUp() {
    startImpatiently();
    const auto spinning = m_client->ask(nullCandidate(m_problem, "hang"));
    QVERIFY(m_client->until([&] { return spinning->reached("verifying"); }));
    const pid_t supervisor = supervisorId();
    const auto workers = childrenOf(supervisor);
    ::kill(supervisor, SIGSTOP);
    const auto lost = m_client->finish(spinning);
    KW_VERIFY_CONTAINS(errorText(lost), "not even whether it is there");
    KW_VERIFY_CONTAINS(errorText(lost), "stalled");
    QVERIFY(!m_client->runner().usable());
    KW_VERIFY_CONTAINS(m_client->lostText(), "stalled");
    QVERIFY(m_client->until([&] { return std::ranges::none_of(workers, isRunning); }));
  }

  // One that works on something long has nothing to say, but is there.
  void aSilentOneThatIsThereIsWaitedFor() {
    startImpatiently();
    const auto slow = m_client->ask(nullCandidate(m_problem, "compile_hang"));
    QVERIFY(m_client->until([&] { return m_silent >= 8; }));
    QVERIFY(m_client->runner().usable());
    m_client->runner().cancel(slow->ticket);
    QCOMPARE(m_client->finish(slow).error().kind, ErrorKind::cancelled);
    verifyStillWorks();
  }

  void aRunnerThatEndsSaysWhy_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("text");
    QTest::newRow("no such program") << "no-such-program-anywhere"
                                     << "not found in PATH";
    QTest::newRow("ends at once") << "false"
                                  << "exit status 1";
    QTest::newRow("last words") << "sh -c 'echo the node is down >&2; exit 7'"
                                << "exit status 7; it said last:\n  the node is down";
    QTest::newRow("an echo") << "cat"
                             << "no runner";
    QTest::newRow("not a runner") << "sh -c 'echo Welcome; exit 0'"
                                  << "exit status 0";
    QTest::newRow("open quote") << "sh -c 'echo"
                                << "'";
    QTest::newRow("unknown option")
        << test::quoted(nullRunner("--launchlog x")) << "did you mean --launch-log?";
    QTest::newRow("another version")
        << R"(echo '{"type":"hello","version":99,"runner":"9.0","host":"h","process":1,"devices":[]}')"
        << "version 99";
  }

  void aRunnerThatEndsSaysWhy() {
    QFETCH(QString, command);
    QFETCH(QString, text);
    const auto client = RunnerClient::start(utf8(command));
    KW_VERIFY_CONTAINS(errorText(client), utf8(text));
  }

  // Login scripts may print before the runner starts.
  void noiseBeforeTheGreetingIsSkipped() {
    const auto client =
        RunnerClient::start("sh -c 'echo Welcome to node 7; exec " + nullRunner() + "'");
    KW_VERIFY_OK(client);
  }

 private:
  void startImpatiently() {
    m_silent = 0;
    RemoteOptions options{nullRunner()};
    options.silenceNotice = options.silenceInterval = std::chrono::milliseconds(200);
    options.silent = [this](const std::string&) { ++m_silent; };
    auto client = RunnerClient::start(std::move(options));
    KW_VERIFY_OK(client);
    m_client = std::move(*client);
    KW_VERIFY_OK(m_client->open(m_problem));
  }

  pid_t supervisorId() { return static_cast<pid_t>(m_client->runner().hello().process); }

  void killWorker(const std::string& which) {
    const auto workers = childrenOf(supervisorId(), which);
    QCOMPARE(workers.size(), size_t{1});
    ::kill(workers.front(), SIGKILL);
  }

  void verifyStillWorks() {
    const auto evaluation = m_client->evaluate(nullCandidate(m_problem, "none"));
    KW_VERIFY_OK(evaluation);
    QCOMPARE(test::quoted(name(evaluation->verdict.kind)), "verified");
  }

  std::optional<files::TemporaryFolder> m_folder;
  LoadedProblem m_problem;
  std::unique_ptr<RunnerClient> m_client;
  int m_silent = 0;  // times that nothing was heard
};

QTEST_GUILESS_MAIN(TestRunnerLoss)
#include "test_runner_loss.moc"

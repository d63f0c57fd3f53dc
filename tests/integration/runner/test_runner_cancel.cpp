// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTest>

#include "support/null_problem.h"
#include "support/printing.h"
#include "support/runner_client.h"

using namespace kw;
using namespace kw::test;

// Cancelled work is acknowledged at once, wherever it is; the device is free soon after. The times
// are printed, not asserted: the order of events is what is tested.
class TestRunnerCancel : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    m_folder.emplace(std::move(*folder));
    auto problem = makeNullProblem(m_folder->path());
    KW_VERIFY_OK(problem);
    m_problem = std::move(*problem);
    auto client = RunnerClient::start(nullRunner());
    KW_VERIFY_OK(client);
    m_client = std::move(*client);
    KW_VERIFY_OK(m_client->open(m_problem));
  }

  void cancelledWorkIsAcknowledgedAndTheDeviceFreed_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("phase");
    QTest::newRow("compiling") << "compile_hang"
                               << "compiling";
    QTest::newRow("compiling, deaf") << "compile_deaf"
                                     << "compiling";
    QTest::newRow("on the device") << "slow"
                                   << "timing";
    QTest::newRow("on the device, deaf") << "hang"
                                         << "verifying";
  }

  void cancelledWorkIsAcknowledgedAndTheDeviceFreed() {
    QFETCH(QString, fault);
    QFETCH(QString, phase);
    const auto asked = m_client->ask(nullCandidate(m_problem, utf8(fault)));
    const auto behind = m_client->ask(nullCandidate(m_problem, "none"));
    QVERIFY(m_client->until([&] { return asked->reached(utf8(phase)); }));
    QElapsedTimer timer;
    timer.start();
    m_client->runner().cancel(asked->ticket);
    expectCancelled(asked);
    const qint64 acknowledged = timer.elapsed();
    const auto next = m_client->finish(behind);
    KW_VERIFY_OK(next);
    QCOMPARE(test::quoted(name(next->verdict.kind)), "verified");
    qInfo("acknowledged after %lld ms, the next one done after %lld ms", acknowledged,
          timer.elapsed());
  }

  // What waits is cancelled at once although nothing in front of it moves.
  void cancelledWorkThatWaitsNeverBegins() {
    const auto blocking = m_client->ask(nullCandidate(m_problem, "slow"));
    QVERIFY(m_client->until([&] { return blocking->reached("timing"); }));
    std::vector<std::shared_ptr<RunnerClient::Asked>> waiting;
    for (int i = 0; i < 10; ++i)
      waiting.push_back(m_client->ask(nullCandidate(m_problem, "none", 1, i)));
    for (const auto& one : waiting)
      m_client->runner().cancel(one->ticket);
    for (const auto& one : waiting) {
      expectCancelled(one);
      QVERIFY(!one->reached("verifying"));
    }
    QVERIFY(!blocking->answer);
    m_client->runner().cancel(blocking->ticket);
    expectCancelled(blocking);
  }

  void cancellingWhatIsDoneDoesNothing() {
    const auto asked = m_client->ask(nullCandidate(m_problem, "none"));
    KW_VERIFY_OK(m_client->finish(asked));
    m_client->runner().cancel(asked->ticket);
    m_client->runner().cancel(asked->ticket + 1000);
    KW_VERIFY_OK(m_client->evaluate(nullCandidate(m_problem, "none")));
  }

 private:
  void expectCancelled(const std::shared_ptr<RunnerClient::Asked>& asked) {
    const auto answer = m_client->finish(asked);
    QVERIFY(!answer);
    QCOMPARE(answer.error().kind, ErrorKind::cancelled);
  }

  std::optional<files::TemporaryFolder> m_folder;
  LoadedProblem m_problem;
  std::unique_ptr<RunnerClient> m_client;
};

QTEST_GUILESS_MAIN(TestRunnerCancel)
#include "test_runner_cancel.moc"

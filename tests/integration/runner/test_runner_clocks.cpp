// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks that a user asks to be locked, and a device that one runner lends to another.
#include <signal.h>

#include <QTest>

#include "support/null_problem.h"
#include "support/printing.h"
#include "support/runner_client.h"

using namespace kw;
using namespace kw::test;

class TestRunnerClocks : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    m_folder.emplace(std::move(*folder));
    auto problem = makeNullProblem(m_folder->path() / "problem");
    KW_VERIFY_OK(problem);
    m_problem = std::move(*problem);
    m_clocks = m_folder->path() / "clocks";
    qputenv("KERNELWRIGHT_NULL_CLOCKS", QByteArray::fromStdString(m_clocks.string()));
  }
  void cleanup() {
    for (const char* name : {"KERNELWRIGHT_NULL_CLOCKS", "KERNELWRIGHT_NULL_UUID"})
      qunsetenv(name);
  }

  void clocksAreLeftAloneByDefault() {
    const auto client = startClient({});
    const auto opened = client->open(m_problem);
    KW_VERIFY_OK(opened);
    QCOMPARE(opened->device.lockedClock, 0);
    QVERIFY(!files::readText(m_clocks));
  }

  void theyAreLockedWhileTheRunnerLives() {
    auto client = startClient("--lock-clocks 1410");
    const auto opened = client->open(m_problem);
    KW_VERIFY_OK(opened);
    QCOMPARE(opened->device.lockedClock, 1410);
    KW_VERIFY_CONTAINS(opened->warnings.back(), "locked at 1410 MHz");
    KW_VERIFY_CONTAINS(defaultProtocol(opened->device).text(), "clock locked at 1410 MHz");
    QCOMPARE(clocks(), "locked at 1410");
    KW_VERIFY_OK(client->open(m_problem));  // once more: they stay locked
    QCOMPARE(clocks(), "locked at 1410");
    client.reset();
    QTRY_COMPARE(clocks(), "free");
  }

  void theyAreFreeAgainHoweverItEnds() {
    const auto client = startClient("--lock-clocks 1410");
    KW_VERIFY_OK(client->open(m_problem));
    ::kill(static_cast<pid_t>(client->runner().hello().process), SIGKILL);
    QTRY_COMPARE(clocks(), "free");
  }

  void withoutTheRightNothingIsMeasured() {
    qunsetenv("KERNELWRIGHT_NULL_CLOCKS");
    const auto client = startClient("--lock-clocks 1410");
    const auto opened = client->open(m_problem);
    QVERIFY(!opened);
    KW_VERIFY_CONTAINS(opened.error().message, "only root may");
    QCOMPARE(opened.error().advice, "ask root");
  }

  void aLentDeviceIsNotWaitedFor() {
    qputenv("KERNELWRIGHT_NULL_UUID", QByteArray::number(getpid()));
    const auto owner = startClient({});
    KW_VERIFY_OK(owner->open(m_problem));
    const auto borrower = startClient("--borrows-device");
    KW_VERIFY_OK(borrower->open(m_problem));
    KW_VERIFY_OK(borrower->evaluate(nullCandidate(m_problem, "none")));
    const auto stranger = startClient({});
    const auto refused = stranger->open(m_problem);
    QVERIFY(!refused);
    KW_VERIFY_CONTAINS(refused.error().message, "another runner is using");
  }

 private:
  std::unique_ptr<RunnerClient> startClient(const std::string& options) {
    auto client = RunnerClient::start(nullRunner(options));
    if (!client) qFatal("%s", client.error().text().c_str());
    return std::move(*client);
  }
  std::string clocks() const { return files::readText(m_clocks).value_or(std::string()); }

  std::optional<files::TemporaryFolder> m_folder;
  files::Path m_clocks;
  LoadedProblem m_problem;
};

QTEST_GUILESS_MAIN(TestRunnerClocks)
#include "test_runner_clocks.moc"

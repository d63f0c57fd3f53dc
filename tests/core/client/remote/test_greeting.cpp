// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that start something else than a runner, as real processes.
#include <QTest>

#include "client/remote/remote_runner.h"

using namespace kw;

namespace {

struct Wait {
  process::EventLoop loop;
  std::vector<std::string> notes;
  std::optional<Status> ready;

  // Waits for the command to be refused.
  Error refused(RemoteOptions options) {
    options.note = [this](const std::string& text) { notes.push_back(text); };
    auto runner = RemoteRunner::start(loop, std::move(options));
    if (!runner) return runner.error();
    (*runner)->whenReady([this](Status status) { ready = std::move(status); });
    while (!ready)
      loop.runOnce(std::chrono::milliseconds(1000));
    return *ready ? Error{} : ready->error();
  }
};

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class TestGreeting : public QObject {
  Q_OBJECT

 private slots:
  void noiseIsRefusedWithItsFirstLine_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("part");
    QTest::newRow("endless lines") << "yes first"
                                   << "its first line was 'first'";
    QTest::newRow("another protocol") << "sh -c 'echo \"{\\\"jsonrpc\\\":2}\"; cat >/dev/null'"
                                      << "jsonrpc";
    QTest::newRow("a long line")
        << "sh -c 'head -c 100000 /dev/zero | tr \"\\0\" x; echo; cat >/dev/null'"
        << "xxx…xxx";
  }
  void noiseIsRefusedWithItsFirstLine() {
    QFETCH(const QString, command);
    QFETCH(const QString, part);
    Wait wait;
    const Error error = wait.refused({.command = command.toStdString()});
    QCOMPARE(error.kind, ErrorKind::badInput);
    QVERIFY2(contains(error.text(), qPrintable(part)), error.text().c_str());
    QVERIFY2(contains(error.text(), "kwr-runner"), error.text().c_str());
    QVERIFY2(error.text().size() < 1000, error.text().c_str());
  }

  void aSilentCommandIsNamedWhileItIsWaitedFor() {
    Wait wait;
    const Error error = wait.refused({.command = "tail -f /dev/null",
                                      .greetingLimit = std::chrono::milliseconds(200),
                                      .greetingNotice = std::chrono::milliseconds(1)});
    QVERIFY(!wait.notes.empty());
    QVERIFY2(contains(wait.notes.front(), "waiting for the runner 'tail -f /dev/null'"),
             wait.notes.front().c_str());
    QVERIFY2(contains(wait.notes.front(), "at most 0.2 s"), wait.notes.front().c_str());
    QCOMPARE(error.kind, ErrorKind::missing);
    QVERIFY2(contains(error.text(), "has said nothing for 0.2 s"), error.text().c_str());
  }

  void aRunnerThatFallsSilentIsNamed() {
    process::EventLoop loop;
    std::vector<std::string> notes;
    const std::string hello =
        "{\\\"type\\\":\\\"hello\\\",\\\"version\\\":" + std::to_string(protocol::version) +
        ",\\\"runner\\\":\\\"1\\\",\\\"host\\\":\\\"h\\\",\\\"process\\\":1,\\\"devices\\\":[]}";
    auto runner = RemoteRunner::start(
        loop, {.command = "sh -c 'echo \"" + hello + "\"; cat >/dev/null'",
               .silenceNotice = std::chrono::milliseconds(1),
               .silenceInterval = std::chrono::milliseconds(1),
               .silent = [&notes](const std::string& text) { notes.push_back(text); }});
    QVERIFY(runner);
    std::optional<Status> ready;
    (*runner)->whenReady([&ready](Status status) { ready = std::move(status); });
    while (!ready)
      loop.runOnce(std::chrono::milliseconds(1000));
    QVERIFY2(*ready, *ready ? "" : ready->error().text().c_str());
    QVERIFY(notes.empty());  // nothing is waited for
    (*runner)->devices(false, {});
    while (notes.size() < 2)
      loop.runOnce(std::chrono::milliseconds(1000));
    QVERIFY2(contains(notes.front(), "nothing heard from sh -c"), notes.front().c_str());
  }

  void afterAFewLinesTheGreetingMustComeSoon() {
    Wait wait;
    const Error error = wait.refused({.command = "sh -c 'echo Welcome; cat >/dev/null'",
                                      .noiseLimit = std::chrono::milliseconds(10)});
    QCOMPARE(error.kind, ErrorKind::badInput);
    QVERIFY2(contains(error.text(), "its first line was 'Welcome'"), error.text().c_str());
  }

  void whatEndsWithoutAGreetingIsQuoted() {
    Wait wait;
    const Error error = wait.refused({.command = "echo Welcome"});
    QCOMPARE(error.kind, ErrorKind::missing);
    QVERIFY2(contains(error.text(), "its first line was 'Welcome'"), error.text().c_str());
  }
};

QTEST_GUILESS_MAIN(TestGreeting)
#include "test_greeting.moc"

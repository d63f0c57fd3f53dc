// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <thread>

#include "base/process/child.h"
#include "support/printing.h"

using namespace kw;
using namespace std::chrono_literals;
using process::ChildOptions;

namespace {

using Words = QStringList;

ChildOptions shell(const std::string& script) {
  ChildOptions options;
  options.arguments = {"sh", "-c", script};
  return options;
}

}  // namespace

class TestRun : public QObject {
  Q_OBJECT

 private slots:
  void inputAndBothOutputsArePumped() {
    const auto output = process::run(shell("cat; echo problem >&2; exit 2"), "hello\n", 20s);
    KW_VERIFY_OK(output);
    QCOMPARE(output->output, std::string("hello\n"));
    QCOMPARE(output->errors, std::string("problem\n"));
    QCOMPARE(output->exit.code, 2);
    QVERIFY(!output->timedOut);
    QVERIFY(!output->truncated);
  }

  void largeStreamsInAllDirectionsDoNotDeadlock() {
    const std::string input(3'000'000, 'x');
    const auto output = process::run(shell("tee /dev/stderr"), input, 60s);
    KW_VERIFY_OK(output);
    QVERIFY(output->output == input);
    QVERIFY(output->errors == input);
  }

  void aChildNeedNotReadItsInput() {
    const auto output = process::run(shell("exit 5"), std::string(1'000'000, 'x'), 20s);
    KW_VERIFY_OK(output);
    QCOMPARE(output->exit.code, 5);
  }

  void whatIsOverTheLimitIsLeftOutButRead() {
    const auto output =
        process::run(shell("head -c 100000 /dev/zero; echo done >&2"), "", 20s, {}, 1000);
    KW_VERIFY_OK(output);
    QCOMPARE(output->output.size(), size_t{1000});
    QCOMPARE(output->errors, std::string("done\n"));
    QVERIFY(output->truncated);
    QCOMPARE(output->exit.code, 0);
  }

  void theTimeLimitKillsButKeepsWhatWasSaid() {
    const auto output = process::run(shell("echo started; exec sleep 1000"), "", 300ms);
    KW_VERIFY_OK(output);
    QVERIFY(output->timedOut);
    QVERIFY(output->exit.signalled);
    QCOMPARE(output->output, std::string("started\n"));
  }

  void closedOutputsDoNotHideThatItIsStillRunning() {
    const auto output = process::run(shell("exec >/dev/null 2>&1; exec sleep 1000"), "", 200ms);
    KW_VERIFY_OK(output);
    QVERIFY(output->timedOut);
  }

  void aBackgroundProcessThatHoldsTheOutputIsNotWaitedFor() {
    const auto output = process::run(shell("sleep 1000 & echo done"), "", 20s);
    KW_VERIFY_OK(output);
    QVERIFY(!output->timedOut);
    QCOMPARE(output->output, std::string("done\n"));
  }

  void neitherIsOneThatLeftTheGroup() {
    if (process::findProgram("setsid").empty()) QSKIP("there is no setsid program");
    const auto output = process::run(shell("setsid sleep 3 & echo done"), "", 20s);
    KW_VERIFY_OK(output);
    QVERIFY(!output->timedOut);
    QCOMPARE(output->output, std::string("done\n"));
  }

  void aStopRequestEndsIt() {
    std::stop_source stop;
    std::jthread stopper([&] {
      std::this_thread::yield();
      stop.request_stop();
    });
    const auto output = process::run(shell("exec sleep 1000"), "", 60s, stop.get_token());
    QVERIFY(!output);
    QCOMPARE(output.error().kind, ErrorKind::cancelled);
  }

  void aStopRequestBeforehandStartsNothing() {
    std::stop_source stop;
    stop.request_stop();
    const auto output = process::run(shell("exit 0"), "", 60s, stop.get_token());
    QVERIFY(!output);
    QCOMPARE(output.error().kind, ErrorKind::cancelled);
  }

  void noLimitMeansNone() {
    const auto output = process::run(shell("echo x"), "", std::chrono::milliseconds::max());
    KW_VERIFY_OK(output);
    QCOMPARE(output->output, std::string("x\n"));
  }

  void aMissingProgramIsAnError() {
    ChildOptions options;
    options.arguments = {"no-such-program-here"};
    const auto output = process::run(options, "", 1s);
    QVERIFY(!output);
    QCOMPARE(output.error().kind, ErrorKind::missing);
  }

  void commandLinesAreSplitAsAShellWould_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<Words>("words");
    QTest::newRow("plain") << "ssh box kwr-runner" << Words{"ssh", "box", "kwr-runner"};
    QTest::newRow("spaces") << "  a \t b\n" << Words{"a", "b"};
    QTest::newRow("empty") << "" << Words{};
    QTest::newRow("single quotes") << "a 'b c' 'd\"\\e'" << Words{"a", "b c", "d\"\\e"};
    QTest::newRow("double quotes") << "\"b c\" \"d\\\"e\" \"f\\g\"" << Words{"b c", "d\"e", "f\\g"};
    QTest::newRow("backslashes") << "a\\ b \\\\ \\'" << Words{"a b", "\\", "'"};
    QTest::newRow("joined") << "-o\"x y\"'z'w" << Words{"-ox yzw"};
    QTest::newRow("empty word") << "a '' \"\"" << Words{"a", "", ""};
    QTest::newRow("nothing is expanded") << "$HOME * `x`" << Words{"$HOME", "*", "`x`"};
    QTest::newRow("continued line") << "a\\\nb" << Words{"ab"};
  }
  void commandLinesAreSplitAsAShellWould() {
    QFETCH(QString, text);
    QFETCH(Words, words);
    const auto split = process::splitCommand(test::utf8(text));
    KW_VERIFY_OK(split);
    Words found;
    for (const std::string& word : *split)
      found << QString::fromStdString(word);
    QCOMPARE(found, words);
  }

  void unfinishedQuotesAreErrorsWithTheirColumn_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("single") << "a 'b"
                            << "the quote ' in column 3";
    QTest::newRow("double") << "a \"b"
                            << "the quote \" in column 3";
    QTest::newRow("double, escaped") << "\"b\\\""
                                     << "the quote \" in column 1";
    QTest::newRow("backslash") << "ab\\"
                               << "the backslash in column 3";
  }
  void unfinishedQuotesAreErrorsWithTheirColumn() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto split = process::splitCommand(test::utf8(text));
    QVERIFY(!split);
    KW_VERIFY_CONTAINS(split.error().text(), test::utf8(message));
  }

  void programsAreFoundInPath() {
    QVERIFY(process::findProgram("sh").ends_with("/sh"));
    QVERIFY(process::findProgram("no-such-program-here").empty());
    QVERIFY(process::findProgram("").empty());
    qputenv("PATH", "/nowhere::/bin");
    QCOMPARE(process::findProgram("sh"), std::string("/bin/sh"));
    qputenv("PATH", "");
    QVERIFY(process::findProgram("sh").empty());
  }
};

QTEST_APPLESS_MAIN(TestRun)
#include "test_run.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "runner/server/options.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

class TestRunnerOptions : public QObject {
  Q_OBJECT

 private slots:
  void optionsAreRead() {
    const auto options = parseRunnerOptions({"--launch-log", "log.jsonl", "--consent-to-no-sandbox",
                                             "--cache-limit=512M", "--deadline", "2.5"});
    KW_VERIFY_OK(options);
    QCOMPARE(options->launchLog, "log.jsonl");
    QVERIFY(options->consentToNoSandbox);
    QCOMPARE(options->cacheLimit, int64_t{512} << 20);
    QCOMPARE(options->deadlineSeconds, 2.5);
    QVERIFY(options->role == RunnerOptions::Role::supervisor);
    QVERIFY(!options->borrowsDevice);
    QCOMPARE(options->lockedClock, 0);
  }

  void clocksAndABorrowedDeviceAreRead() {
    const auto options = parseRunnerOptions({"--lock-clocks", "1410", "--borrows-device"});
    KW_VERIFY_OK(options);
    QCOMPARE(options->lockedClock, 1410);
    QVERIFY(options->borrowsDevice);
    RunnerOptions its = *options;
    its.keptDevice = "cuda/GPU-1";
    std::vector<std::string> command = workerCommand(its, RunnerOptions::Role::clockKeeper);
    command.erase(command.begin());
    const auto keeper = parseRunnerOptions(command);
    KW_VERIFY_OK(keeper);
    QVERIFY(keeper->role == RunnerOptions::Role::clockKeeper);
    QCOMPARE(keeper->keptDevice, "cuda/GPU-1");
    QCOMPARE(keeper->lockedClock, 1410);
  }

  void sizesTakeUnits_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qlonglong>("bytes");
    QTest::newRow("plain") << "1000" << qlonglong{1000};
    QTest::newRow("K") << "3K" << qlonglong{3 << 10};
    QTest::newRow("G") << "4G" << qlonglong{4} * (1 << 30);
    QTest::newRow("T") << "1T" << (qlonglong{1} << 40);
  }

  void sizesTakeUnits() {
    QFETCH(QString, text);
    QFETCH(qlonglong, bytes);
    const auto options = parseRunnerOptions({"--cache-limit", utf8(text)});
    KW_VERIFY_OK(options);
    QCOMPARE(qlonglong{options->cacheLimit}, bytes);
  }

  void wrongOnesAreRefused_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("misspelt") << QStringList{"--launchlog"} << "did you mean --launch-log?";
    QTest::newRow("no value") << QStringList{"--deadline"} << "--deadline needs a value";
    QTest::newRow("no number") << QStringList{"--deadline", "soon"} << "not 'soon'";
    QTest::newRow("zero") << QStringList{"--deadline", "0"} << "over 0";
    QTest::newRow("negative bytes") << QStringList{"--cache-limit", "-1"} << "not '-1'";
    QTest::newRow("too many bytes")
        << QStringList{"--cache-limit", "99999999T"} << "number of bytes";
    QTest::newRow("a clock with its unit")
        << QStringList{"--lock-clocks", "1410MHz"} << "whole MHz, such as 1410, not '1410MHz'";
    QTest::newRow("no clock") << QStringList{"--lock-clocks=0"} << "not '0'";
    QTest::newRow("a word") << QStringList{"cuda:0"} << "unknown argument 'cuda:0'";
  }

  void wrongOnesAreRefused() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, message);
    std::vector<std::string> plain;
    for (const QString& argument : arguments)
      plain.push_back(utf8(argument));
    const auto options = parseRunnerOptions(plain);
    QVERIFY(!options);
    QCOMPARE(options.error().kind, ErrorKind::badInput);
    KW_VERIFY_CONTAINS(options.error().text(), utf8(message));
  }

  // What the supervisor was told, its workers are told too.
  void workersInheritTheOptions() {
    RunnerOptions options;
    options.launchLog = "a file";
    options.consentToNoSandbox = true;
    auto command = workerCommand(options, RunnerOptions::Role::deviceWorker);
    QCOMPARE(command.front(), "/proc/self/exe");
    command.erase(command.begin());
    const auto read = parseRunnerOptions(command);
    KW_VERIFY_OK(read);
    QVERIFY(read->role == RunnerOptions::Role::deviceWorker);
    QCOMPARE(read->launchLog, "a file");
    QVERIFY(read->consentToNoSandbox);
  }
};

QTEST_GUILESS_MAIN(TestRunnerOptions)
#include "test_runner_options.moc"

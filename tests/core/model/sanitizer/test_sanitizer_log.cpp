// SPDX-License-Identifier: GPL-3.0-or-later
// Logs that compute-sanitizer wrote on an H200 (tests/data/sanitizer), and cut or foreign ones.
#include "model/sanitizer/sanitizer_log.h"

#include <QTest>

#include "base/files/files.h"
#include "support/printing.h"

using namespace kw;

namespace {

std::string recorded(const std::string& tool) {
  const auto text =
      files::readText(std::string(KW_TEST_DATA) + "/sanitizer/sanitizer_" + tool + ".txt");
  if (!text) qFatal("%s", text.error().text().c_str());
  return *text;
}

}  // namespace

class TestSanitizerLog : public QObject {
  Q_OBJECT
 private slots:
  void aWriteOutsideHasItsLineAndThread();
  void aRaceHasBothItsSides();
  void aCleanLogHasNoFindings_data();
  void aCleanLogHasNoFindings();
  void readsOfWhatNobodyWroteAreFound();
  void withoutLinesTheKernelIsNamed();
  void whatIsNoWholeLogIsRefused_data();
  void whatIsNoWholeLogIsRefused();
  void aVerdictTakesTheFirstAsItsMessage();
};

void TestSanitizerLog::aWriteOutsideHasItsLineAndThread() {
  const auto report = parseSanitizerLog(recorded("memcheck"));
  KW_VERIFY_OK(report);
  QCOMPARE(report->errors, int64_t{25});
  QCOMPARE(report->findings.size(), size_t{2});
  const SanitizerFinding& write = report->findings[0];
  QCOMPARE(write.what, std::string("Invalid __global__ write of size 4 bytes"));
  QCOMPARE(write.kernel, std::string("beyond(float *, int)"));
  QCOMPARE(write.file, std::string("k.cu"));
  QCOMPARE(write.line, 12);
  QCOMPARE(write.thread, std::string("(104,0,0)"));
  QCOMPARE(write.block, std::string("(7,0,0)"));
  QCOMPARE(write.count, int64_t{24});
  QCOMPARE(write.details.size(), size_t{2});
  QVERIFY(report->findings[1].what.starts_with("Program hit cudaErrorLaunchFailure (error 719)"));
  QVERIFY(report->findings[1].kernel.empty());
}

void TestSanitizerLog::aRaceHasBothItsSides() {
  const auto report = parseSanitizerLog(recorded("racecheck"));
  KW_VERIFY_OK(report);
  QCOMPARE(report->errors, int64_t{1});
  QCOMPARE(report->findings.size(), size_t{1});
  const SanitizerFinding& race = report->findings[0];
  QCOMPARE(race.what, std::string("Race reported between Write access"));
  QCOMPARE(race.kernel, std::string("race(int *)"));
  QCOMPARE(race.line, 11);
  QCOMPARE(race.details, std::vector<std::string>{
                             "and Read access at race(int *)+0xc0 in k.cu:11 [128 hazards]"});
}

void TestSanitizerLog::aCleanLogHasNoFindings_data() {
  QTest::addColumn<QString>("tool");
  QTest::newRow("initcheck") << "initcheck";
  QTest::newRow("synccheck") << "synccheck";
}

void TestSanitizerLog::aCleanLogHasNoFindings() {
  QFETCH(QString, tool);
  const auto report = parseSanitizerLog(recorded(tool.toStdString()));
  KW_VERIFY_OK(report);
  QVERIFY(report->findings.empty());
  QCOMPARE(report->errors, int64_t{0});
}

void TestSanitizerLog::readsOfWhatNobodyWroteAreFound() {
  const auto report = parseSanitizerLog(
      "========= COMPUTE-SANITIZER\n"
      "========= Uninitialized __global__ memory read of size 4 bytes\n"
      "=========     at sums<(int)4>(float *)+0x1a0 in deep folder.d/kernel.cu:33\n"
      "=========     by thread (1,2,3) in block (4,5,6)\n"
      "========= \n"
      "========= ERROR SUMMARY: 1 error\n");
  KW_VERIFY_OK(report);
  QCOMPARE(report->findings.size(), size_t{1});
  QCOMPARE(report->findings[0].kernel, std::string("sums<(int)4>(float *)"));
  QCOMPARE(report->findings[0].block, std::string("(4,5,6)"));
}

void TestSanitizerLog::withoutLinesTheKernelIsNamed() {
  const auto report = parseSanitizerLog(
      "========= COMPUTE-SANITIZER\n"
      "========= Barrier error detected. Divergent thread(s) in block.\n"
      "=========     at reduce(float *)+0x230\n"
      "=========     by thread (0,0,0) in block (9,0,0)\n"
      "========= ERROR SUMMARY: 1 error\n");
  KW_VERIFY_OK(report);
  QCOMPARE(sentenceOf("synccheck", report->findings.at(0)),
           std::string("synccheck: Barrier error detected. Divergent thread(s) in block. in "
                       "reduce(float *), by thread (0,0,0) of block (9,0,0)"));
}

void TestSanitizerLog::whatIsNoWholeLogIsRefused_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("why");
  QTest::newRow("nothing") << ""
                           << "no log of compute-sanitizer";
  QTest::newRow("another text") << "no error\n"
                                << "no log of compute-sanitizer";
  const std::string whole = recorded("memcheck");
  QTest::newRow("cut") << QString::fromStdString(whole.substr(0, whole.size() / 2))
                       << "ends before its summary";
}

void TestSanitizerLog::whatIsNoWholeLogIsRefused() {
  QFETCH(QString, text);
  QFETCH(QString, why);
  const auto report = parseSanitizerLog(text.toStdString());
  QVERIFY(!report);
  QVERIFY2(report.error().message.find(why.toStdString()) != std::string::npos,
           report.error().message.c_str());
}

void TestSanitizerLog::aVerdictTakesTheFirstAsItsMessage() {
  Verdict verdict;
  verdict.kind = VerdictKind::verified;
  blame(verdict, "initcheck", *parseSanitizerLog(recorded("initcheck")));
  QVERIFY(verdict.ok());
  blame(verdict, "memcheck", *parseSanitizerLog(recorded("memcheck")));
  QCOMPARE(verdict.kind, VerdictKind::wrong);
  QCOMPARE(verdict.message,
           std::string("memcheck: Invalid __global__ write of size 4 bytes at k.cu:12 in "
                       "beyond(float *, int), by thread (104,0,0) of block (7,0,0); 24 alike"));
  QVERIFY(verdict.detail.find("is out of bounds") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestSanitizerLog)
#include "test_sanitizer_log.moc"

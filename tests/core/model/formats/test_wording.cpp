// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/wording.h"

#include <QTest>
#include <cmath>

#include "core/model/formats/sample_session.h"
#include "support/printing.h"

using namespace kw;

class TestWording : public QObject {
  Q_OBJECT

 private slots:
  void timesHaveFourDigitsAndAUnit_data();
  void timesHaveFourDigitsAndAUnit();
  void numbersKeepTheirSignificantDigits_data();
  void numbersKeepTheirSignificantDigits();
  void durationsReadLikeSpeech_data();
  void durationsReadLikeSpeech();
  void countsHaveThousandsAndPlurals();
  void findingSaysWhatItRestsOn();
  void findingWithOneCaseHasNoMean();
  void baselinesOfTheSameDeviceAreSaid();
  void wrongVerdictSaysWhere();
  void failuresAreCountedByKind();
};

void TestWording::timesHaveFourDigitsAndAUnit_data() {
  QTest::addColumn<double>("milliseconds");
  QTest::addColumn<QString>("text");
  QTest::newRow("microseconds") << 0.1043 << "104.3 µs";
  QTest::newRow("short") << 0.0014 << "1.400 µs";
  QTest::newRow("just below a millisecond") << 0.99949 << "999.5 µs";
  QTest::newRow("a millisecond") << 1.0 << "1.000 ms";
  QTest::newRow("long") << 1221.0 << "1221 ms";
  QTest::newRow("not timed") << 0.0 << "";
}

void TestWording::timesHaveFourDigitsAndAUnit() {
  QFETCH(const double, milliseconds);
  QFETCH(const QString, text);
  QCOMPARE(timeText(milliseconds), test::utf8(text));
}

void TestWording::numbersKeepTheirSignificantDigits_data() {
  QTest::addColumn<double>("value");
  QTest::addColumn<int>("digits");
  QTest::addColumn<QString>("text");
  QTest::newRow("below one") << 0.012345 << 3 << "0.0123";
  QTest::newRow("above one") << 12.345 << 3 << "12.3";
  QTest::newRow("more digits than asked") << 12345.0 << 3 << "12345";
  QTest::newRow("rounding carries") << 9.9996 << 4 << "10.00";
  QTest::newRow("zero") << 0.0 << 3 << "0.00";
  QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << 3 << "";
}

void TestWording::numbersKeepTheirSignificantDigits() {
  QFETCH(const double, value);
  QFETCH(const int, digits);
  QFETCH(const QString, text);
  QCOMPARE(significant(value, digits), test::utf8(text));
}

void TestWording::durationsReadLikeSpeech_data() {
  QTest::addColumn<double>("seconds");
  QTest::addColumn<QString>("text");
  QTest::newRow("under a second") << 0.85 << "850 ms";
  QTest::newRow("seconds") << 12.3 << "12 s";
  QTest::newRow("minutes") << 200.0 << "3 min 20 s";
  QTest::newRow("hours") << 7500.0 << "2 h 5 min";
}

void TestWording::durationsReadLikeSpeech() {
  QFETCH(const double, seconds);
  QFETCH(const QString, text);
  QCOMPARE(durationText(seconds), test::utf8(text));
}

void TestWording::countsHaveThousandsAndPlurals() {
  QCOMPARE(countText(1, "case"), std::string("1 case"));
  QCOMPARE(countText(1204, "case"), std::string("1,204 cases"));
  QCOMPARE(countText(2, "property", "properties"), std::string("2 properties"));
  QCOMPARE(numberText(22272), std::string("22,272"));
  QCOMPARE(numberText(1.234e21), std::string("1.234e+21"));
}

void TestWording::findingSaysWhatItRestsOn() {
  const LoadedProblem problem = sample::load("templates/silu_and_mul");
  const Evaluation source = sample::source(problem, 2);
  const Evaluation best =
      sample::verified(problem, sample::configuration(problem, "BLOCK=256,VEC=8"), 0.5);
  const Finding finding{&problem.problem, false, "NVIDIA H200",
                        &source,          &best, speedupOf(problem.problem, source, best)};
  const std::string text = findingText(finding);
  for (const char* part :
       {"silu_and_mul on NVIDIA H200: BLOCK=256, VEC=8",
        "takes 500.0 µs (geometric mean over 2 cases)", "4.00× over the source kernel (95 %: ",
        "Verified on 7 of 7 cases; oracle: independent (NumPy)",
        "Timed cold: L2 flushed before each launch."})
    KW_VERIFY_CONTAINS(text, part);
}

void TestWording::findingWithOneCaseHasNoMean() {
  const LoadedProblem problem = sample::load("tests/data/problems/requires_multiple");
  const Evaluation source = sample::source(problem, 2);
  const Finding finding{&problem.problem, true, "host", &source, &source, {}};
  const std::string text = findingText(finding);
  QVERIFY(text.find("geometric mean") == std::string::npos);
  KW_VERIFY_CONTAINS(text, "the source kernel takes 2.000 ms; nothing tried was faster.");
}

void TestWording::baselinesOfTheSameDeviceAreSaid() {
  LoadedProblem problem = sample::load("templates/silu_and_mul");
  problem.problem.baselines = {{"torch.compile", "NVIDIA H200", "prefill", 0.25, "do_bench, cold"},
                               {"torch.compile", "NVIDIA A100", "prefill", 9, "elsewhere"}};
  const Evaluation best = sample::verified(problem, sample::configuration(problem), 0.5);
  const Finding finding{&problem.problem, false, "NVIDIA H200", nullptr, &best, {}};
  const std::vector<std::string> texts = baselineTexts(finding);
  QCOMPARE(texts.size(), size_t{1});
  KW_VERIFY_CONTAINS(texts[0],
                     "torch.compile takes 250.0 µs, this kernel 500.0 µs (0.50×); do_bench, cold");
}

void TestWording::wrongVerdictSaysWhere() {
  Verdict verdict;
  verdict.kind = VerdictKind::wrong;
  verdict.difference = Difference{"tail", "out", "differs", {3, 17}, 0.5, 0.25, 0.001, 12, 3003};
  QCOMPARE(verdictText(verdict),
           std::string("wrong: case tail, out[3, 17] is 0.5 instead of 0.25 (allowed 0.001); "
                       "12 of 3,003 elements like it"));
  verdict.message = "said by the runner";
  QCOMPARE(verdictText(verdict), std::string("wrong: said by the runner"));
}

void TestWording::failuresAreCountedByKind() {
  const LoadedProblem problem = sample::load("templates/silu_and_mul");
  const Configuration any = sample::configuration(problem);
  QCOMPARE(failureCounts({sample::failed(problem, any, VerdictKind::crashed, ""),
                          sample::failed(problem, any, VerdictKind::wrong, ""),
                          sample::failed(problem, any, VerdictKind::wrong, ""),
                          sample::verified(problem, any, 1)}),
           std::string("2 wrong, 1 crashed"));
}

QTEST_GUILESS_MAIN(TestWording)
#include "test_wording.moc"

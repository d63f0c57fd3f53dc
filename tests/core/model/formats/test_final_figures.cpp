// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/final_figures.h"

#include <QTest>

#include "core/model/formats/sample_session.h"

using namespace kw;

namespace {

Measurement in(TimedState state, const char* caseName, double milliseconds) {
  Measurement measurement = sample::measurement(caseName, milliseconds);
  measurement.state = name(state);
  return measurement;
}

Evaluation finalOnce(Evaluation evaluation, double milliseconds) {
  evaluation.protocol = finalProtocol(sample::gpu()).text();
  evaluation.measurements.clear();
  for (const char* caseName : {"decode", "prefill"}) {
    evaluation.measurements.push_back(in(TimedState::cold, caseName, milliseconds));
    evaluation.measurements.push_back(in(TimedState::warm, caseName, milliseconds / 2));
    evaluation.measurements.push_back(in(TimedState::inSeries, caseName, milliseconds / 1.6));
  }
  return evaluation;
}

}  // namespace

class TestFinalFigures : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { m_problem = sample::load("templates/silu_and_mul"); }

  void finalFiguresAreInNoCount() {
    const Standing standing = withFinals();
    QCOMPARE(standing.protocol, defaultProtocol(sample::gpu()).text());
    QCOMPARE(standing.evaluations.size(), size_t{2});
    QCOMPARE(standing.finals.size(), size_t{2});
    QCOMPARE(standing.elsewhere, size_t{0});
  }

  void eachCaseIsToldInAllStates() {
    const Standing standing = withFinals();
    QCOMPARE(finalFigureTexts(m_problem.problem, standing),
             (std::vector<std::string>{
                 "decode: cold 1.000 ms (2.00×), warm 500.0 µs (2.00×), in series 625.0 µs (2.00×)",
                 "prefill: cold 1.000 ms (2.00×), warm 500.0 µs (2.00×), in series 625.0 µs "
                 "(2.00×)"}));
  }

  void whatDisturbedTheDeviceIsTold() {
    Standing standing = withFinals();
    standing.finals.back().measurements.front().conditions = {.setAside = 12,
                                                              .disturbances = {"thermal slowdown"},
                                                              .lowestClock = 1755,
                                                              .highestClock = 1980,
                                                              .temperature = 54,
                                                              .otherProcesses = 1};
    QCOMPARE(finalFigureTexts(m_problem.problem, standing).back(),
             std::string("meanwhile: clocks from 1755 to 1980 MHz, at most 54 °C; 12 samples set "
                         "aside (thermal slowdown); 1 other process on the device"));
  }

  void figuresOfAnotherCandidateAreNotThoseOfTheBest() {
    Standing standing = withFinals();
    standing.finals.front().candidate.configuration = sample::configuration(m_problem, "BLOCK=256");
    QVERIFY(finalFiguresOf(m_problem.problem, standing).empty());
  }

  void aSourceThatIsTheBestIsComparedWithNothing() {
    std::vector<Evaluation> all{sample::source(m_problem, 2)};
    all.push_back(finalOnce(all[0], 2));
    QCOMPARE(finalFigureTexts(m_problem.problem, standingOf(m_problem, all)).front(),
             std::string("decode: cold 2.000 ms, warm 1.000 ms, in series 1.250 ms"));
  }

  void withoutThemNothingIsSaid() {
    QVERIFY(finalFigureTexts(m_problem.problem, standingOf(m_problem, measured())).empty());
    QVERIFY(finalFigureTexts(m_problem.problem, Standing()).empty());
  }

  void whoIsFoundWrongHasFailed() {
    std::vector<Evaluation> all = measured();
    all.push_back(sample::failed(m_problem, all[1].candidate.configuration, VerdictKind::wrong,
                                 "it reads behind a buffer's end"));
    all.back().protocol = finalProtocol(sample::gpu()).text();
    const Standing standing = standingOf(m_problem, all);
    QVERIFY(!standing.bestEvaluation()->candidate.isTemplate);
    QCOMPARE(standing.refuted, size_t{1});
    QCOMPARE(standing.verified, size_t{0});
    QCOMPARE(standing.failed, size_t{1});
    QCOMPARE(standing.evaluations[1].verdict.message,
             std::string("it reads behind a buffer's end"));
  }

 private:
  std::vector<Evaluation> measured() const {
    return {sample::source(m_problem, 2),
            sample::verified(m_problem, sample::configuration(m_problem, "BLOCK=128"), 1)};
  }
  Standing withFinals() const {
    std::vector<Evaluation> all = measured();
    all.push_back(finalOnce(all[1], 1));
    all.push_back(finalOnce(all[0], 2));
    return standingOf(m_problem, all);
  }
  LoadedProblem m_problem;
};

QTEST_APPLESS_MAIN(TestFinalFigures)
#include "test_final_figures.moc"

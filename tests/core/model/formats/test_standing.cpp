// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/standing.h"

#include <QTest>

#include "core/model/formats/sample_session.h"

using namespace kw;

class TestStanding : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { m_problem = sample::load("templates/silu_and_mul"); }
  void theFastestVerifiedCandidateIsBest();
  void theSourceWinsWhereNothingIsFaster();
  void whatAppliesToSomeCasesOnlyCannotWin();
  void otherRevisionsAndDevicesAreElsewhere();
  void theSourceOfTheBestsOwnDeviceCounts();
  void speedupNeedsEveryPerformanceCase();
  void speedupWeighsCases();

 private:
  Configuration with(const char* text) const { return sample::configuration(m_problem, text); }
  LoadedProblem m_problem;
};

void TestStanding::theFastestVerifiedCandidateIsBest() {
  const Standing standing = standingOf(
      m_problem, {sample::source(m_problem, 4), sample::verified(m_problem, with("BLOCK=128"), 3),
                  sample::verified(m_problem, with("BLOCK=256"), 2),
                  sample::failed(m_problem, with("BLOCK=512"), VerdictKind::wrong, "no")});
  QCOMPARE(standing.best, size_t{2});
  QCOMPARE(standing.source, size_t{0});
  QCOMPARE(standing.verified, size_t{2});
  QCOMPARE(standing.failed, size_t{1});
  QCOMPARE(standing.speedup.ratio, 2.0);
  QVERIFY(standing.speedup.interval95.low <= 2.0 && standing.speedup.interval95.high >= 2.0);
}

void TestStanding::theSourceWinsWhereNothingIsFaster() {
  const Standing standing = standingOf(
      m_problem, {sample::source(m_problem, 1), sample::verified(m_problem, with("BLOCK=128"), 3)});
  QCOMPARE(standing.best, standing.source);
  QCOMPARE(standing.verified, size_t{1});
}

void TestStanding::whatAppliesToSomeCasesOnlyCannotWin() {
  Evaluation partial = sample::verified(m_problem, with("BLOCK=128"), 1);
  partial.verdict.notApplicableTo = {"tail"};
  const Standing standing = standingOf(m_problem, {sample::source(m_problem, 4), partial});
  QCOMPARE(standing.best, standing.source);
}

void TestStanding::otherRevisionsAndDevicesAreElsewhere() {
  Evaluation old = sample::verified(m_problem, with("BLOCK=64"), 0.1);
  old.candidate.textHash = "an earlier template";
  const Standing standing =
      standingOf(m_problem, {old, sample::source(m_problem, 4),
                             sample::verified(m_problem, with("BLOCK=128"), 1, sample::cpu()),
                             sample::verified(m_problem, with("BLOCK=128"), 3)});
  QCOMPARE(standing.deviceModel, sample::gpu().model);
  QCOMPARE(standing.evaluations.size(), size_t{2});
  QCOMPARE(standing.elsewhere, size_t{2});
  QCOMPARE(standing.bestEvaluation()->geomean, 3.0);
  QCOMPARE(standingOf(m_problem, {}).best, Standing::none);
}

void TestStanding::theSourceOfTheBestsOwnDeviceCounts() {
  DeviceInfo second = sample::gpu();
  second.uuid = "GPU-2";
  const Standing standing =
      standingOf(m_problem, {sample::source(m_problem, 4), sample::source(m_problem, 5, second),
                             sample::verified(m_problem, with("BLOCK=128"), 2)});
  QCOMPARE(standing.sourceEvaluation()->deviceId, sample::gpu().uuid);
  QCOMPARE(standing.speedup.ratio, 2.0);
}

void TestStanding::speedupNeedsEveryPerformanceCase() {
  Evaluation half = sample::verified(m_problem, with("BLOCK=128"), 2);
  half.measurements.pop_back();
  QCOMPARE(speedupOf(m_problem.problem, sample::source(m_problem, 4), half).ratio, 0.0);
}

void TestStanding::speedupWeighsCases() {
  const LoadedProblem problem =
      sample::load("tests/data/problems/inout_value_weights");  // weights 3 and 0.5
  Evaluation candidate = sample::verified(problem, sample::configuration(problem), 1);
  candidate.measurements[1] = sample::measurement(candidate.measurements[1].caseName, 2);
  const double expected = std::pow(2.0, 3 / 3.5) * std::pow(1.0, 0.5 / 3.5);
  QVERIFY(std::fabs(speedupOf(problem.problem, sample::source(problem, 2), candidate).ratio -
                    expected) < 1e-12);
}

QTEST_GUILESS_MAIN(TestStanding)
#include "test_standing.moc"

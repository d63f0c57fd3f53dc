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
  void theSourceAloneDoesNotChangeWhatIsShown();
  void aDuelTellsWhoIsBest();
  void speedupComesFromTheDuelWithTheSource();

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

namespace {

// Every block of it says the same, so that its interval is a point.
Duel duelBetween(const Evaluation& first, const Evaluation& second, double speedup) {
  Duel duel;
  duel.first = first.candidate;
  duel.second = second.candidate;
  duel.deviceId = first.deviceId;
  duel.protocol = first.protocol;
  duel.cases = {{"decode", 1, {speedup, speedup, speedup, speedup}, {1, 1, 1, 1}}};
  return duel;
}

}  // namespace

void TestStanding::theSourceAloneDoesNotChangeWhatIsShown() {
  Evaluation again = sample::source(m_problem, 5);
  again.protocol = "another";
  const Evaluation candidate = sample::verified(m_problem, with("BLOCK=128"), 2);
  const Standing standing = standingOf(m_problem, {sample::source(m_problem, 4), candidate, again});
  QCOMPARE(standing.protocol, candidate.protocol);
  QCOMPARE(standing.bestEvaluation()->candidate, candidate.candidate);
  QCOMPARE(standing.elsewhere, size_t{1});
  QCOMPARE(standingOf(m_problem, {sample::source(m_problem, 4), again}).protocol, again.protocol);
}

void TestStanding::aDuelTellsWhoIsBest() {
  const Evaluation source = sample::source(m_problem, 4);
  const Evaluation first = sample::verified(m_problem, with("BLOCK=128"), 2);
  const Evaluation second = sample::verified(m_problem, with("BLOCK=256"), 2.01);
  const Evaluation third = sample::verified(m_problem, with("BLOCK=512"), 2.02);
  const std::vector<Evaluation> all{source, first, second, third};
  // Whichever was named first, and from winner to winner.
  const Standing standing = standingOf(
      m_problem, all, {duelBetween(first, second, 1.01), duelBetween(third, second, 0.99)});
  QCOMPARE(standing.bestEvaluation()->candidate, third.candidate);
  QCOMPARE(standing.duels.size(), size_t{2});
  QCOMPARE(standingOf(m_problem, all, {duelBetween(first, second, 1)}).best, size_t{1});
  QCOMPARE(standingOf(m_problem, all, {duelBetween(first, second, 0.99)}).best, size_t{1});
  // In a circle nobody is better than the others, and the search for the best ends all the same.
  const Standing circle =
      standingOf(m_problem, all,
                 {duelBetween(first, second, 1.01), duelBetween(second, third, 1.01),
                  duelBetween(third, first, 1.01)});
  QVERIFY(circle.best != Standing::none);
  Duel elsewhere = duelBetween(first, second, 1.01);
  elsewhere.deviceId = "another";
  QCOMPARE(standingOf(m_problem, all, {elsewhere}).best, size_t{1});
  QVERIFY(standingOf(m_problem, all, {elsewhere}).duels.empty());
}

void TestStanding::speedupComesFromTheDuelWithTheSource() {
  const Evaluation source = sample::source(m_problem, 4);
  const Evaluation best = sample::verified(m_problem, with("BLOCK=128"), 2);
  QCOMPARE(standingOf(m_problem, {source, best}).speedup.blocks, size_t{0});
  for (const Duel& duel : {duelBetween(source, best, 1.5), duelBetween(best, source, 1 / 1.5)}) {
    const Speedup speedup = standingOf(m_problem, {source, best}, {duel}).speedup;
    QVERIFY(qFuzzyCompare(speedup.ratio, 1.5));
    QCOMPARE(speedup.blocks, size_t{2});
  }
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

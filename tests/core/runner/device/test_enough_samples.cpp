// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "runner/device/enough_samples.h"

using namespace kw;

namespace {

TimingPlan planWith(double precision, double rival = 0) {
  TimingPlan plan;
  plan.protocol.leastLaunches = 10;
  plan.protocol.precision = precision;
  plan.rivalMilliseconds = rival;
  return plan;
}

// Around one millisecond, `spread` to either side.
TimingResult samples(int count, double spread) {
  TimingResult result;
  for (int i = 0; i < count; ++i)
    result.samples.push_back(1 + spread * (i % 5 - 2) / 2);
  result.kernelMilliseconds = count;
  return result;
}

}  // namespace

class TestEnoughSamples : public QObject {
  Q_OBJECT

 private slots:
  void neverBeforeTheLeast() {
    QVERIFY(!isEnough(planWith(0.5), samples(9, 0)));
    QVERIFY(isEnough(planWith(0.5), samples(10, 0)));
  }

  void endsWhereTheMedianIsKnown() {
    QVERIFY(isEnough(planWith(0.005), samples(20, 0.004)));
    QVERIFY(!isEnough(planWith(0.005), samples(20, 0.1)));
    QVERIFY(!isEnough(planWith(0), samples(20, 0)));
  }

  void endsWhereItIsClearlyWorse() {
    QVERIFY(isEnough(planWith(0.001, 0.5), samples(20, 0.1)));
    QVERIFY(!isEnough(planWith(0.001, 0.95), samples(20, 0.1)));
    QVERIFY(!isEnough(planWith(0.001, 2), samples(20, 0.1)));
    // Unless it was to be measured in full.
    QVERIFY(!isEnough(planWith(0, 0.5), samples(20, 0.1)));
  }

  void endsWhereItsTimeIsUsedUp() {
    TimingPlan plan = planWith(0);
    plan.protocol.caseSeconds = 0.015;
    QVERIFY(!isEnough(plan, samples(14, 0.5)));
    QVERIFY(isEnough(plan, samples(15, 0.5)));
  }
};

QTEST_GUILESS_MAIN(TestEnoughSamples)
#include "test_enough_samples.moc"

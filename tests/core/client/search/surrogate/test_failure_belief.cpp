// SPDX-License-Identifier: GPL-3.0-or-later
// A model of failures is trusted as long as it foretells them better than their share does.
#include <QTest>
#include <cmath>

#include "client/search/surrogate/failure_belief.h"

using kw::surrogate::FailureBelief;

namespace {

bool near(double a, double b) {
  return std::abs(a - b) < 0.05;
}

}  // namespace

class TestFailureBelief : public QObject {
  Q_OBJECT

 private slots:
  void theModelIsTrustedAtFirst() {
    const FailureBelief belief;
    QVERIFY(near(belief.probability(1), 1));
    QVERIFY(near(belief.probability(0), 0));
  }

  void aModelThatForetellsIsTrustedMore() {
    FailureBelief belief;
    for (int i = 0; i < 40; ++i)
      belief.learn(i % 2 ? 0.9 : 0.1, i % 2);
    QVERIFY(belief.probability(0.01) < 0.012);
    QVERIFY(belief.probability(0.99) > 0.988);
  }

  void whereFailuresStrikeAnywhereOnlyTheirShareCounts() {
    FailureBelief belief;
    // Nine of ten fail, whatever the model says.
    for (int i = 0; i < 100; ++i)
      belief.learn(i % 2 ? 0.95 : 0.05, i % 10 == 4);
    QVERIFY(near(belief.probability(0), 0.1));
    QVERIFY(near(belief.probability(1), 0.1));
  }

  void whatWasAskedWithoutTheModelCountsInTheShareAlone() {
    FailureBelief belief;
    const double before = belief.probability(0.3);
    for (int i = 0; i < 10; ++i)
      belief.count(false);
    // The share has fallen from one half to one twelfth, and weighs little.
    QVERIFY(belief.probability(0.3) < before);
    QVERIFY(near(belief.probability(0.3), before));
  }

  void aMistakenModelIsTrustedAgainOnceItForetells() {
    FailureBelief belief;
    for (int i = 0; i < 200; ++i)
      belief.learn(0.95, false);
    QVERIFY(belief.probability(0.95) < 0.1);
    for (int i = 0; i < 40; ++i)
      belief.learn(i % 2 ? 0.9 : 0.1, i % 2);
    QVERIFY(belief.probability(0.95) > 0.9);
  }
};

QTEST_APPLESS_MAIN(TestFailureBelief)
#include "test_failure_belief.moc"

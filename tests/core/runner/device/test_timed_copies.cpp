// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "runner/device/timed_copies.h"

using namespace kw;

namespace {

Protocol below(double milliseconds) {
  Protocol protocol;
  protocol.severalBelow = milliseconds;
  return protocol;
}

BoundArgument at(BufferId buffer) {
  BoundArgument argument;
  argument.buffer = buffer;
  return argument;
}

constexpr int64_t gigabyte = int64_t{1} << 30;

}  // namespace

class TestTimedCopies : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void everyBufferThatALaunchMayTouchIsCopied() {
    TimingPlan plan;
    BoundLaunch kernel, clear;
    kernel.arguments = {at(1), at(2), BoundArgument{}};
    clear.memset = 3;
    plan.launches = {clear, kernel};
    plan.restores = {{.to = 4, .from = 5}};
    plan.sets = {{.buffer = 2}};
    plan.timedSets = {{.buffer = 6}};
    QCOMPARE(buffersOf(plan), (std::set<BufferId>{1, 2, 3, 4, 6}));
  }

  void enoughCopiesToFillASample() {
    QCOMPARE(copiesWorthMaking(below(0.01), {0.005, 0.005, 0.005}, 1 << 20, gigabyte), 40);
    QCOMPARE(copiesWorthMaking(below(0.01), {0.0009}, 1 << 10, gigabyte), 100);
  }

  void longLaunchesAndOtherProtocolsAreLeftAlone() {
    QCOMPARE(copiesWorthMaking(below(0.01), {0.010, 0.011, 0.012}, 1 << 20, gigabyte), 0);
    QCOMPARE(copiesWorthMaking(below(0), {0.005}, 1 << 20, gigabyte), 0);
    QCOMPARE(copiesWorthMaking(below(0.01), {}, 1 << 20, gigabyte), 0);
  }

  void aQuarterOfWhatIsFreeIsUsedAtMost() {
    QCOMPARE(copiesWorthMaking(below(0.01), {0.005}, gigabyte / 16, gigabyte), 3);
    QCOMPARE(copiesWorthMaking(below(0.01), {0.005}, gigabyte / 4, gigabyte), 0);
  }
};

QTEST_APPLESS_MAIN(TestTimedCopies)
#include "test_timed_copies.moc"

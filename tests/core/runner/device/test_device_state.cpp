// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "runner/device/device_state.h"

using namespace kw;

namespace {

DeviceState atClock(double clock, uint32_t slowdowns = 0) {
  return {.slowdowns = slowdowns, .clock = clock, .temperature = 40, .otherProcesses = 0};
}

}  // namespace

class TestDeviceState : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void undisturbedSamplesAreKept() {
    SampleWatch watch(10);
    QVERIFY(watch.keeps(atClock(300), 1));  // it has just woken up
    QVERIFY(watch.keeps(atClock(1980), 9));
    QCOMPARE(watch.conditions().setAside, 0);
    QCOMPARE(watch.conditions().lowestClock, 300.0);
    QCOMPARE(watch.conditions().highestClock, 1980.0);
    QCOMPARE(watch.conditions().temperature, 40.0);
    QVERIFY(watch.conditions().disturbances.empty());
  }

  void heatAndBrakesSetSamplesAside() {
    for (const Slowdown slowdown : {thermalSlowdown, hardwareSlowdown, powerBrake}) {
      SampleWatch watch(10);
      QVERIFY(watch.keeps(atClock(1980), 5));
      QVERIFY(!watch.keeps(atClock(1980, slowdown), 5));
      QVERIFY(watch.keeps(atClock(1980), 5));
      QCOMPARE(watch.conditions().setAside, 5);
      QCOMPARE(watch.conditions().disturbances, slowdownTexts(slowdown));
    }
  }

  void aPowerCapIsOnlyNoted() {
    SampleWatch watch(10);
    QVERIFY(watch.keeps(atClock(1700, powerCap), 5));
    QVERIFY(watch.keeps(atClock(1700, powerCap), 5));
    QCOMPARE(watch.conditions().disturbances, std::vector<std::string>{"power cap"});
  }

  void aClockThatFallsSetsSamplesAside() {
    SampleWatch watch(10);
    QVERIFY(watch.keeps(atClock(2000), 5));
    QVERIFY(watch.keeps(atClock(1500), 5));
    QVERIFY(!watch.keeps(atClock(1499), 5));
    QCOMPARE(watch.conditions().disturbances.size(), size_t{1});
  }

  void aDeviceThatStaysDisturbedGivesFiguresAllTheSame() {
    SampleWatch watch(10);
    QVERIFY(!watch.keeps(atClock(1980, thermalSlowdown), 6));
    QVERIFY(watch.keeps(atClock(1980, thermalSlowdown), 6));
    QVERIFY(!watch.keeps(atClock(1980, thermalSlowdown), 4));
    QVERIFY(watch.keeps(atClock(1980, thermalSlowdown), 1));
    QCOMPARE(watch.conditions().setAside, 10);
  }

  void unknownClocksDisturbNothing() {
    SampleWatch watch(10);
    QVERIFY(watch.keeps(atClock(2000), 5));
    QVERIFY(watch.keeps({}, 5));
    QCOMPARE(watch.conditions().lowestClock, 2000.0);
  }
};

QTEST_APPLESS_MAIN(TestDeviceState)
#include "test_device_state.moc"

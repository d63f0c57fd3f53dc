// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/model/metrics/sample_device.h"
#include "model/metrics/least_possible.h"

using namespace kw;

namespace {

WorkModel workOf(const char* flops, const char* bytes) {
  WorkModel work;
  if (*flops) work.flops = expression::Expression::parse(flops).value();
  if (*bytes) work.bytes = expression::Expression::parse(bytes).value();
  return work;
}

DeviceInfo device() {
  DeviceInfo device = h200();
  device.limits["clock_khz"] = 1'980'000;
  device.limits["sm_count"] = 132;
  device.limits["l2_bytes"] = 60'000'000;
  device.limits["memory_clock_khz"] = 3'201'000;
  device.limits["memory_bus_bits"] = 6144;  // 4.917 TB/s
  return device;
}

double leastOf(const WorkModel& work, const DeviceInfo& on) {
  return leastPossibleMilliseconds(work, lookupFor({{"n", 1000000000}}, {}, {}), on);
}

}  // namespace

class TestLeastPossible : public QObject {
  Q_OBJECT

 private slots:
  void largeWorkIsBoundByMemory() {
    QVERIFY(std::abs(leastOf(workOf("", "4 * n"), device()) - 3.94e9 / 4.9167e12 * 1e3) < 1e-3);
  }

  void whatFitsIntoTheCacheIsBoundByTheCache() {
    const double least = leastOf(workOf("", "n // 100"), device());  // 10 MB
    QVERIFY(least > 0);
    QVERIFY(least < 1e-3);
  }

  void arithmeticIsBoundByItsLanes() {
    const double least = leastOf(workOf("1000 * n", ""), device());
    QVERIFY(std::abs(least - 1e12 / (132 * 1.98e9 * 256) * 1e3) < 1e-6);
  }

  void nothingIsKnownOfACpu() {
    QCOMPARE(leastOf(workOf("n", "n"), DeviceInfo()), 0.0);
    QCOMPARE(impossibleTimeText(1e-9, workOf("n", "n"), {}, DeviceInfo()), std::string());
  }

  void onlyImpossibleTimesAreAFault() {
    const WorkModel work = workOf("", "4 * n");
    const expression::Lookup lookup = lookupFor({{"n", 1000000000}}, {}, {});
    const double least = leastOf(work, device());
    QVERIFY(impossibleTimeText(1.2 * least, work, lookup, device()).empty());
    QVERIFY(impossibleTimeText(0.97 * least, work, lookup, device()).empty());
    const std::string text = impossibleTimeText(0.5 * least, work, lookup, device());
    QVERIFY2(text.starts_with("impossibly fast: 400"), text.c_str());
    QVERIFY(text.find("problem.json") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestLeastPossible)
#include "test_least_possible.moc"

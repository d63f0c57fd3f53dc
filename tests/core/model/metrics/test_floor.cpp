// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/model/metrics/sample_device.h"
#include "model/metrics/floor.h"

using namespace kw;

namespace {

WorkModel workOf(const char* flops, const char* bytes, const char* precision = "fp32") {
  WorkModel work;
  if (*flops) work.flops = expression::Expression::parse(flops).value();
  if (*bytes) work.bytes = expression::Expression::parse(bytes).value();
  work.precision = precision;
  return work;
}

double floorOf(const WorkModel& work, const DeviceInfo& device) {
  return floorMilliseconds(work, lookupFor({{"n", 1000000}}, {}, {}), device);
}

}  // namespace

class TestFloor : public QObject {
  Q_OBJECT

 private slots:
  void isTheSlowerOfMemoryAndArithmeticAtTheFastestMeasuredRates() {
    DeviceInfo device = h200();
    device.measuredPeaks = {{"dram_copy_bytes_per_second", 4e12},
                            {"dram_read_bytes_per_second", 5e12},
                            {"fp32_flops_per_second", 6e13}};
    QCOMPARE(floorOf(workOf("n", "5 * n"), device), 1e-3);        // 5 MB at 5 TB/s
    QCOMPARE(floorOf(workOf("600 * n", "5 * n"), device), 1e-2);  // 600 M operations at 60 T/s
    QCOMPARE(floorOf(workOf("600 * n", "5 * n", "bf16"), device),
             1e-3);  // not bound by the fp32 rate
    device.measuredPeaks.erase("dram_read_bytes_per_second");
    QCOMPARE(floorOf(workOf("", "4 * n"), device), 1e-3);
  }

  void isUnknownWhereNothingIsKnown() {
    QCOMPARE(floorOf(workOf("n", "n"), h200()), 0.0);
    DeviceInfo device = h200();
    device.measuredPeaks = {{"dram_copy_bytes_per_second", 4e12}};
    QCOMPARE(floorOf(workOf("", ""), device), 0.0);
    QCOMPARE(floorOf(workOf("", "n // (n - n)"), device), 0.0);
  }
};

QTEST_GUILESS_MAIN(TestFloor)
#include "test_floor.moc"

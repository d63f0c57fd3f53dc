// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/nvml.h"

#include <QTest>

using namespace kw;

namespace {

std::unique_ptr<cuda::Nvml> open(const char* uuid = "GPU-1") {
  return cuda::Nvml::open(uuid, KW_STANDIN_NVML);
}

}  // namespace

class TestNvml : public QObject {
  Q_OBJECT
 private slots:
  void cleanup() {
    for (const char* name :
         {"NVML_INIT", "NVML_REASONS", "NVML_CLOCK", "NVML_TEMPERATURE", "NVML_PROCESSES"})
      qunsetenv(name);
  }

  void withoutTheLibraryNothingIsKnown() {
    QVERIFY(!cuda::Nvml::open("GPU-1", "/nowhere/libnvidia-ml.so.1"));
    QVERIFY(!open("GPU-2"));
    qputenv("NVML_INIT", "9");  // the driver is not loaded
    QVERIFY(!open());
  }

  void reasonsBecomeSlowdowns_data() {
    QTest::addColumn<int>("reasons");
    QTest::addColumn<uint>("slowdowns");
    QTest::newRow("none") << 0 << 0U;
    QTest::newRow("idle, application clocks") << 0x3 << 0U;
    QTest::newRow("power cap") << 0x4 << uint{powerCap};
    QTest::newRow("hardware") << 0x8 << uint{hardwareSlowdown};
    QTest::newRow("software thermal") << 0x20 << uint{thermalSlowdown};
    QTest::newRow("hardware thermal") << 0x48 << uint{thermalSlowdown | hardwareSlowdown};
    QTest::newRow("power brake") << 0x80 << uint{powerBrake};
  }
  void reasonsBecomeSlowdowns() {
    QFETCH(int, reasons);
    QFETCH(uint, slowdowns);
    qputenv("NVML_REASONS", QByteArray::number(reasons));
    QCOMPARE(open()->look().slowdowns, slowdowns);
  }

  void clockHeatAndOthersAreTold() {
    qputenv("NVML_CLOCK", "1755");
    qputenv("NVML_TEMPERATURE", "54");
    qputenv("NVML_PROCESSES", "3");
    const auto nvml = open();
    QCOMPARE(nvml->look().clock, 1755.0);
    QCOMPARE(nvml->look().temperature, 54.0);
    QCOMPARE(nvml->look().otherProcesses, 0);
    QCOMPARE(nvml->lookClosely().otherProcesses, 2);
    qputenv("NVML_PROCESSES", "200");  // more than there is room for
    QCOMPARE(nvml->lookClosely().otherProcesses, 199);
    qputenv("NVML_PROCESSES", "0");  // a container may not see its own
    QCOMPARE(nvml->lookClosely().otherProcesses, 0);
    qputenv("NVML_TEMPERATURE", "0");  // not supported
    QCOMPARE(nvml->look().temperature, 0.0);
  }
};

QTEST_APPLESS_MAIN(TestNvml)
#include "test_nvml.moc"

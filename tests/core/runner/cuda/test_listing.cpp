// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <filesystem>

#include "runner/device/cuda/cuda_device_kind.h"
#include "runner/device/cuda/device_listing.h"

using namespace kw;

class TestListing : public QObject {
  Q_OBJECT
 private slots:
  void saysWhyThereIsNoDevice();
  void refusesNamesOfOtherDevices_data();
  void refusesNamesOfOtherDevices();
};

void TestListing::saysWhyThereIsNoDevice() {
  if (std::filesystem::exists("/dev/nvidiactl"))
    QSKIP("this machine has a GPU; tests/gpu looks at it");
  const DeviceKind kind = cudaDeviceKind();
  const DeviceKind::Listing listing = kind.list();
  QVERIFY(listing.devices.empty());
  QCOMPARE(listing.missing.size(), size_t{1});
  const auto opened = kind.open("cuda:0");
  QVERIFY(!opened);
  QCOMPARE(opened.error().kind, ErrorKind::missing);
  QVERIFY(!opened.error().advice.empty());
}

void TestListing::refusesNamesOfOtherDevices_data() {
  QTest::addColumn<QString>("id");
  for (const char* id : {"", "host", "cuda", "cuda:", "cuda:-1", "cuda:0x", "cuda:99999999999999"})
    QTest::addRow("\"%s\"", id) << id;
}

void TestListing::refusesNamesOfOtherDevices() {
  QFETCH(QString, id);
  QVERIFY(!cuda::deviceNumber(id.toStdString()));
}

QTEST_APPLESS_MAIN(TestListing)
#include "test_listing.moc"

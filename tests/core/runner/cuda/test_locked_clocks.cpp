// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/locked_clocks.h"

#include <QTest>

using namespace kw;

namespace {

Result<std::shared_ptr<void>> lock(const char* uuid = "GPU-1") {
  return cuda::lockClocks(uuid, 1410, KW_STANDIN_NVML);
}

}  // namespace

class TestLockedClocks : public QObject {
  Q_OBJECT
 private slots:
  void cleanup() {
    for (const char* name : {"NVML_INIT", "NVML_REFUSES", "NVML_LOCKED"})
      qunsetenv(name);
  }

  void theyAreLockedAsLongAsSomebodyHoldsThem() {
    {
      const auto held = lock();
      QVERIFY(held);
      QCOMPARE(qgetenv("NVML_LOCKED"), "1410 to 1410");
    }
    QVERIFY(qgetenv("NVML_LOCKED").isEmpty());
  }

  void whatIsMissingIsSaid() {
    QCOMPARE(cuda::lockClocks("GPU-1", 1410, "/nowhere/libnvidia-ml.so.1").error().kind,
             ErrorKind::missing);
    QCOMPARE(lock("GPU-2").error().kind, ErrorKind::missing);
    qputenv("NVML_INIT", "9");
    QCOMPARE(lock().error().kind, ErrorKind::missing);
  }

  void aRefusalSaysWhatToDo_data() {
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("advice");
    QTest::newRow("not allowed") << QByteArray("4") << "only root may"
                                 << "sudo nvidia-smi --lock-gpu-clocks=1410,1410";
    QTest::newRow("not offered") << QByteArray("3") << "does not offer it"
                                 << "leave";
    QTest::newRow("another") << QByteArray("2") << "NVML error 2"
                             << "supported-clocks";
  }
  void aRefusalSaysWhatToDo() {
    QFETCH(QByteArray, code);
    QFETCH(QString, message);
    QFETCH(QString, advice);
    qputenv("NVML_REFUSES", code);
    const auto held = lock();
    QVERIFY(!held);
    QCOMPARE(held.error().kind, ErrorKind::failed);
    QVERIFY(QString::fromStdString(held.error().message).contains(message));
    QVERIFY(QString::fromStdString(held.error().advice).contains(advice));
    QVERIFY(qgetenv("NVML_LOCKED").isEmpty());
  }
};

QTEST_APPLESS_MAIN(TestLockedClocks)
#include "test_locked_clocks.moc"

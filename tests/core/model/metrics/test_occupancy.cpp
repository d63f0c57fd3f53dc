// SPDX-License-Identifier: GPL-3.0-or-later
// Occupancy against the calculator that comes with CUDA, where its header is there.
#include <QTest>

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define KW_HAS_CUDA_OCCUPANCY 1
#endif

#include "core/model/metrics/sample_device.h"
#include "model/metrics/occupancy.h"

using namespace kw;

class TestOccupancy : public QObject {
  Q_OBJECT

 private slots:
  void isLimitedByWhatRunsOutFirst_data() {
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("registers");
    QTest::addColumn<int>("sharedMemory");
    QTest::addColumn<int>("blocks");
    QTest::addColumn<double>("occupancy");
    QTest::addColumn<QString>("limitedBy");
    QTest::newRow("full") << 256 << 32 << 0 << 8 << 1.0 << "threads";
    QTest::newRow("small blocks") << 32 << 16 << 0 << 32 << 0.5 << "blocks";
    QTest::newRow("registers") << 256 << 64 << 0 << 4 << 0.5 << "registers";
    QTest::newRow("registers in units of 256 a warp") << 256 << 33 << 0 << 6 << 0.75 << "registers";
    QTest::newRow("registers of one block only") << 1024 << 64 << 0 << 1 << 0.5 << "registers";
    QTest::newRow("registers in four parts") << 96 << 168 << 0 << 4 << 0.1875 << "registers";
    QTest::newRow("shared memory") << 256 << 32 << 65536 << 3 << 0.375 << "shared memory";
    QTest::newRow("reserved shared memory counts")
        << 256 << 32 << 116736 << 1 << 0.125 << "shared memory";
    QTest::newRow("half a warp takes a whole one") << 48 << 16 << 0 << 32 << 1.0 << "threads";
    QTest::newRow("nothing fits") << 1024 << 128 << 0 << 0 << 0.0 << "registers";
  }

  void isLimitedByWhatRunsOutFirst() {
    QFETCH(int, threads);
    QFETCH(int, registers);
    QFETCH(int, sharedMemory);
    KernelResources resources;
    resources.registers = registers;
    const LaunchOccupancy result = occupancy(launchOf(threads, sharedMemory), resources, h200());
    QTEST(int(result.blocksPerSm), "blocks");
    QTEST(result.occupancy, "occupancy");
    QTEST(QString::fromStdString(result.limitedBy), "limitedBy");
    QCOMPARE(result.threadsPerBlock, int64_t{threads});
  }

  void agreesWithCudasCalculator() {
#ifdef KW_HAS_CUDA_OCCUPANCY
    cudaOccDeviceProp properties;
    properties.computeMajor = 9;
    properties.computeMinor = 0;
    properties.maxThreadsPerBlock = 1024;
    properties.maxThreadsPerMultiprocessor = 2048;
    properties.regsPerBlock = 65536;
    properties.regsPerMultiprocessor = 65536;
    properties.warpSize = 32;
    properties.sharedMemPerBlock = 49152;
    properties.sharedMemPerMultiprocessor = 233472;
    properties.numSms = 132;
    properties.sharedMemPerBlockOptin = 232448;
    properties.reservedSharedMemPerBlock = 1024;
    for (const int threads : {1, 31, 32, 64, 96, 128, 160, 256, 384, 512, 768, 1024})
      for (const int registers : {1, 16, 24, 32, 33, 40, 48, 63, 64, 80, 96, 128, 168, 200, 255})
        for (const size_t shared : {0, 1, 1000, 4096, 8192, 20000, 49152, 100000, 200000}) {
          cudaOccFuncAttributes attributes;
          attributes.maxThreadsPerBlock = 1024;
          attributes.numRegs = registers;
          attributes.sharedSizeBytes = 512;
          attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
          attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
          attributes.maxDynamicSharedSizeBytes = shared;
          attributes.numBlockBarriers = 1;
          const cudaOccDeviceState state;
          cudaOccResult expected;
          QCOMPARE(cudaOccMaxActiveBlocksPerMultiprocessor(&expected, &properties, &attributes,
                                                           &state, threads, shared),
                   CUDA_OCC_SUCCESS);
          KernelResources resources;
          resources.registers = registers;
          resources.staticShared = 512;
          const LaunchOccupancy ours =
              occupancy(launchOf(threads, static_cast<int64_t>(shared)), resources, h200());
          const QByteArray where = QByteArray::number(threads) + " threads, " +
                                   QByteArray::number(registers) + " registers, " +
                                   QByteArray::number(static_cast<qulonglong>(shared)) + " bytes";
          QVERIFY2(ours.blocksPerSm == expected.activeBlocksPerMultiprocessor, where);
        }
#else
    QSKIP("cuda_occupancy.h is not here");
#endif
  }

  void aDeviceWithoutMultiprocessorsHasNone() {
    DeviceInfo host;
    host.kind = "host";
    const LaunchOccupancy result = occupancy(launchOf(256), {}, host);
    QCOMPARE(result.occupancy, 0.0);
    QVERIFY(result.limitedBy.empty());
  }
};

QTEST_GUILESS_MAIN(TestOccupancy)
#include "test_occupancy.moc"

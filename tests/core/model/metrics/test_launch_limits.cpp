// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <functional>

#include "core/model/metrics/sample_device.h"
#include "model/metrics/occupancy.h"

using namespace kw;

namespace {

struct Scene {
  ConcreteLaunch launch = launchOf(256);
  KernelResources resources;
  DeviceInfo device = h200();
  std::string exceeded() const { return exceededLimit(launch, resources, device); }
};

using Change = std::function<void(Scene&)>;

}  // namespace
Q_DECLARE_METATYPE(Change)

class TestLaunchLimits : public QObject {
  Q_OBJECT

 private slots:
  void namesTheNumberAndTheLimit_data() {
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, Change change, const char* message) {
      QTest::newRow(name) << change << message;
    };
    row(
        "threads",
        [](Scene& s) {
          s.launch.block = {64, 32, 1};
        },
        "launch of f: the threads of a block (64 x 32 x 1) are 2048, the device allows 1024");
    row(
        "block in z",
        [](Scene& s) {
          s.launch.block = {1, 1, 128};
        },
        "the block's size in z is 128, the device allows 64");
    row(
        "grid in y",
        [](Scene& s) {
          s.launch.grid = {1, 65536, 1};
        },
        "the grid's size in y is 65536, the device allows 65535");
    row(
        "empty grid",
        [](Scene& s) {
          s.launch.grid = {0, 1, 1};
        },
        "the grid is 0 x 1 x 1, every dimension has to be at least 1");
    row(
        "negative block",
        [](Scene& s) {
          s.launch.block = {-32, 1, 1};
        },
        "the block is -32 x 1 x 1");
    row(
        "negative shared memory", [](Scene& s) { s.launch.sharedMemory = -4; },
        "the dynamic shared memory is -4 bytes");
    row(
        "shared memory",
        [](Scene& s) {
          s.resources.staticShared = 200000;
          s.launch.sharedMemory = 40000;
        },
        "the bytes of shared memory per block (200000 static and 40000 dynamic) are 240000, the "
        "device allows 232448");
    row(
        "shared memory that overflows",
        [](Scene& s) {
          s.resources.staticShared = 8;
          s.launch.sharedMemory = INT64_MAX;
        },
        "more than 2^63 bytes");
    row(
        "registers",
        [](Scene& s) {
          s.resources.registers = 128;
          s.launch.block = {1024, 1, 1};
        },
        "the registers per block (1024 threads of 128 registers, as allocated) are 131072, the "
        "device allows 65536");
    row(
        "cluster too large",
        [](Scene& s) {
          s.launch.hasCluster = true;
          s.launch.cluster = {8, 4, 1};
        },
        "the cluster is 8 x 4 x 1, at most 16 blocks make one");
    row(
        "cluster that does not divide",
        [](Scene& s) {
          s.launch.hasCluster = true;
          s.launch.cluster = {3, 1, 1};
        },
        "the grid of 1000 x 1 x 1 blocks is no multiple of the cluster of 3 x 1 x 1");
    row(
        "no clusters",
        [](Scene& s) {
          s.device.limits["cluster"] = 0;
          s.launch.hasCluster = true;
        },
        "clusters need compute capability 9.0");
    row(
        "cooperative",
        [](Scene& s) {
          s.launch.cooperative = true;
          s.launch.grid = {1057, 1, 1};
        },
        "a cooperative grid has to be resident at once: 1057 blocks, the device holds 1056 (8 on "
        "each of 132 multiprocessors, limited by threads)");
    row(
        "grid that overflows",
        [](Scene& s) {
          s.device.limits.clear();
          s.launch.grid = {INT64_MAX, 2, 1};
        },
        "more than 2^63 blocks");
    row(
        "block that overflows",
        [](Scene& s) {
          s.device.limits.clear();
          s.launch.block = {INT64_MAX, INT64_MAX, 1};
        },
        "more than 2^63 threads");
  }

  void namesTheNumberAndTheLimit() {
    QFETCH(Change, change);
    QFETCH(QString, message);
    Scene scene;
    change(scene);
    QVERIFY2(scene.exceeded().find(message.toStdString()) != std::string::npos,
             scene.exceeded().c_str());
  }

  void whatFitsHasNothingToSay_data() {
    QTest::addColumn<Change>("change");
    const auto row = [](const char* name, Change change) { QTest::newRow(name) << change; };
    row("as it is", [](Scene&) {});
    row("everything used up", [](Scene& s) {
      s.launch.block = {1024, 1, 1};
      s.resources.registers = 64;
      s.launch.sharedMemory = 232448;
    });
    row("a cluster of 16", [](Scene& s) {
      s.launch.hasCluster = true;
      s.launch.cluster = {16, 1, 1};
      s.launch.grid = {160, 1, 1};
    });
    row("cooperative and just resident", [](Scene& s) {
      s.launch.cooperative = true;
      s.launch.grid = {1056, 1, 1};
    });
    row("a memset", [](Scene& s) {
      s.launch = {};
      s.launch.memset = "x";
    });
    row("a device without limits", [](Scene& s) {
      s.device = {};
      s.device.kind = "host";
      s.launch.block = {100000, 1, 1};
      s.launch.cooperative = true;
      s.launch.sharedMemory = 1 << 30;
    });
  }

  void whatFitsHasNothingToSay() {
    QFETCH(Change, change);
    Scene scene;
    change(scene);
    QCOMPARE(scene.exceeded(), std::string());
  }
};

QTEST_GUILESS_MAIN(TestLaunchLimits)
#include "test_launch_limits.moc"

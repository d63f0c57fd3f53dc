// SPDX-License-Identifier: GPL-3.0-or-later
// The host device's buffers, clock and description.
#include <QtTest>
#include <algorithm>

#include "core/runner/host/bench.h"
#include "runner/device/host/host_device_kind.h"

using namespace kw;
using namespace kw::host::bench;

namespace {

const std::string countUp = "__global__ void kernel(int* p) { atomicAdd(p, 1); }";

Protocol quick() {
  Protocol protocol;
  protocol.warmups = 2;
  protocol.launches = 5;
  protocol.leastLaunches = 3;
  return protocol;
}

}  // namespace

class TestHostDevice : public QObject {
  Q_OBJECT
 private slots:
  void theKindListsOneDevice() {
    const DeviceKind kind = hostDeviceKind(false);
    const auto listing = kind.list();
    QVERIFY2(listing.devices.size() == 1,
             listing.missing.empty() ? "" : listing.missing[0].c_str());
    const DeviceInfo& info = listing.devices[0];
    QCOMPARE(info.id, std::string("host"));
    QVERIFY(info.model.starts_with("host: "));
    QVERIFY(info.compiler.starts_with("g++") || info.compiler.starts_with("clang++"));
    for (const char* limit :
         {"threads_per_block", "block_x", "grid_x", "shared_memory_per_block",
          "shared_memory_per_block_optin", "warp_size", "sm_count", "l2_bytes", "memory_bytes"})
      QVERIFY2(info.limit(limit) > 0, limit);
    QVERIFY(kind.open("host"));
    QCOMPARE(kind.open("host:1").error().kind, ErrorKind::missing);
  }

  void buffersAreAligned_data() {
    QTest::addColumn<int>("alignment");
    for (const int alignment : {1, 256, 4096, 65536})
      QTest::addRow("%d", alignment) << alignment;
  }
  void buffersAreAligned() {
    QFETCH(int, alignment);
    Bench bench("__global__ void kernel(int* p, int a) { *p = (unsigned long long)p % a; }");
    const auto id = bench.device().allocate(10, alignment);
    QVERIFY(id);
    KW_FINISHES(bench.launch({}, {Bench::buffer(*id), Bench::value(alignment)}));
    QCOMPARE(bench.read<int>(*id, 1)[0], 0);
  }

  void whatCannotBeHadOrReachedIsAnError() {
    host::HostDevice device(false);
    QCOMPARE(device.allocate(int64_t{1} << 60, 256).error().kind, ErrorKind::badInput);
    QVERIFY(!device.allocate(16, 3));
    const auto id = device.allocate(16, 256);
    std::vector<std::byte> bytes(17);
    QVERIFY(!device.upload(*id, 0, bytes));
    QVERIFY(!device.download(bytes, *id, 0));
    QVERIFY(!device.upload(99, 0, {}));
    QVERIFY(!device.set({*id, 0, 17}));
    device.release(*id);
    QVERIFY(!device.checkCanaries(*id));
  }

  void emptyBuffersAreFine() {
    Bench bench("__global__ void kernel(int* p, int* q) { *q = p != 0; }");
    const BufferId none = bench.empty(0), q = bench.empty(4);
    KW_FINISHES(bench.launch({}, {Bench::buffer(none), Bench::buffer(q)}));
    QCOMPARE(bench.read<int>(q, 1)[0], 1);
    QVERIFY(bench.device().checkCanaries(none)->intact);
  }

  void offsetsAreAddedToABuffersAddress() {
    Bench bench(countUp);
    const BufferId p = bench.array(std::vector<int>(4));
    BoundArgument argument = Bench::buffer(p);
    argument.bufferOffset = 8;
    KW_FINISHES(bench.launch({}, {argument}));
    QCOMPARE(bench.read<int>(p, 4), (std::vector<int>{0, 0, 1, 0}));
  }

  void launchesAndMemsetsRunInOrder() {
    Bench bench(countUp);
    const BufferId p = bench.array(std::vector<int>(2, 5));
    BoundLaunch memset;
    memset.memset = p;
    memset.memsetBytes = 4;
    memset.launch.memsetValue = 1;
    const BoundLaunch count = bench.bound({{3, 1, 1}, {4, 1, 1}}, {Bench::buffer(p)});
    const auto outcome = bench.device().launch(bench.module(), {count, memset, count}, 10);
    QVERIFY(outcome && outcome->ok());
    QCOMPARE(bench.read<int>(p, 2), (std::vector<int>{0x01010101 + 12, 5}));
  }

  void releasedBuffersAreForgottenByModules() {
    Bench bench(countUp);
    for (int i = 0; i < 2000; ++i) {  // more than a module may hold at once
      const BufferId p = bench.array(std::vector<int>(1, i));
      const LaunchOutcome outcome = bench.launch({}, {Bench::buffer(p)});
      if (!outcome.ok() || bench.read<int>(p, 1)[0] != i + 1) QFAIL(outcome.message.c_str());
      bench.device().release(p);
    }
  }

  void modulesDoNotDisturbEachOther() {
    Bench bench(countUp);
    const auto other =
        compile("__device__ int hidden = 3; __global__ void kernel(int* p) { *p += hidden++; }",
                {"kernel"});
    auto loaded = bench.device().load(other.artefact);
    QVERIFY(loaded && loaded->module);
    const BufferId p = bench.array(std::vector<int>(1));
    const BoundLaunch launch = bench.bound({}, {Bench::buffer(p)});
    for (int i = 0; i < 2; ++i) {
      QVERIFY(bench.device().launch(bench.module(), {launch}, 10)->ok());
      QVERIFY(bench.device().launch(*loaded->module, {launch}, 10)->ok());
    }
    QCOMPARE(bench.read<int>(p, 1)[0], 1 + 3 + 1 + 4);
  }

  void timingRestoresBeforeEveryLaunch() {
    Bench bench(countUp);
    const BufferId p = bench.array(std::vector<int>(1)),
                   pristine = bench.array(std::vector<int>(1, 40)),
                   q = bench.array(std::vector<int>(1, 9));
    TimingPlan plan;
    plan.launches = {bench.bound({}, {Bench::buffer(p)}), bench.bound({}, {Bench::buffer(q)})};
    plan.restores = {{p, pristine}};
    plan.timedSets = {{q, 100, 4}};
    plan.protocol = quick();
    plan.deadlineSeconds = 10;
    const auto result = bench.device().time(bench.module(), plan, {});
    QVERIFY(result && result->outcome.ok());
    QCOMPARE(result->samples.size(), size_t(5));
    QVERIFY(std::ranges::all_of(result->samples, [](double sample) { return sample > 0; }));
    QVERIFY(result->kernelMilliseconds > 0);
    QVERIFY(!result->stoppedEarly);
    QCOMPARE(bench.read<int>(p, 1)[0], 41);
    QCOMPARE(bench.read<int>(q, 1)[0], 101);
  }

  void timingStopsEarlyButNotTooEarly() {
    Bench bench(countUp);
    const BufferId p = bench.array(std::vector<int>(1));
    TimingPlan plan;
    plan.launches = {bench.bound({}, {Bench::buffer(p)})};
    plan.protocol = quick();
    plan.protocol.caseSeconds = 1e-9;
    plan.deadlineSeconds = 10;
    const auto result = bench.device().time(bench.module(), plan, {});
    QVERIFY(result && result->outcome.ok());
    QCOMPARE(result->samples.size(), size_t(3));
    QVERIFY(result->stoppedEarly);
  }

  void warmSamplesHoldSeveralLaunches() {
    Bench bench(countUp);
    const BufferId p = bench.array(std::vector<int>(1));
    TimingPlan plan;
    plan.launches = {bench.bound({}, {Bench::buffer(p)})};
    plan.protocol = quick();
    plan.state = TimedState::warm;
    plan.deadlineSeconds = 10;
    const auto result = bench.device().time(bench.module(), plan, {});
    QVERIFY(result && result->outcome.ok());
    QVERIFY(bench.read<int>(p, 1)[0] > 2 + 5);
  }

  void timingReportsFaultsAndCanBeCancelled() {
    Bench bench(
        "__global__ void kernel(volatile int* p) { if (*p == 1) *(volatile int*)0 = 1; while (*p "
        "== 2) {} }");
    const BufferId crash = bench.array(std::vector<int>(1, 1)),
                   spin = bench.array(std::vector<int>(1, 2));
    TimingPlan plan;
    plan.protocol = quick();
    plan.protocol.flush = false;
    plan.deadlineSeconds = 0.1;
    plan.launches = {bench.bound({}, {Bench::buffer(crash)})};
    QCOMPARE(bench.device().time(bench.module(), plan, {})->outcome.kind,
             LaunchOutcome::Kind::crashed);
    plan.launches = {bench.bound({}, {Bench::buffer(spin)})};
    QCOMPARE(bench.device().time(bench.module(), plan, {})->outcome.kind,
             LaunchOutcome::Kind::hung);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(bench.device().time(bench.module(), plan, stop.get_token()).error().kind,
             ErrorKind::cancelled);
  }

  void peaksAreMeasuredOnce() {
    host::HostDevice device(false);
    QVERIFY(device.info().measuredPeaks.empty());
    QVERIFY(device.measurePeaks());
    const auto peaks = device.info().measuredPeaks;
    QVERIFY(peaks.at("dram_copy_bytes_per_second") > 1e8);
    QVERIFY(peaks.at("fp32_flops_per_second") > 1e8);
    QVERIFY(device.measurePeaks());
    QCOMPARE(device.info().measuredPeaks, peaks);
    qInfo() << peaks.at("dram_copy_bytes_per_second") << peaks.at("fp32_flops_per_second");
  }
};

QTEST_GUILESS_MAIN(TestHostDevice)
#include "test_host_device.moc"

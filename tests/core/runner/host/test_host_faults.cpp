// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates that misbehave: each fault ends its own launcher and nothing else.
#include <QtTest>

#include "core/runner/host/bench.h"

using namespace kw;
using namespace kw::host::bench;
using Kind = LaunchOutcome::Kind;

class TestHostFaults : public QObject {
  Q_OBJECT
 private slots:
  void faultsAreOutcomes_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("message");
    QTest::newRow("far store") << "p[1ll << 40] = 1;"
                               << "SIGSEGV";
    QTest::newRow("store past the guard") << "p[(1 << 20) / 4] = 1;"
                                          << "SIGSEGV";
    QTest::newRow("store before the guard") << "p[-(1 << 20) / 4] = 1;"
                                            << "SIGSEGV";
    QTest::newRow("null pointer") << "*(volatile int*)0 = 1;"
                                  << "SIGSEGV";
    QTest::newRow("division by zero") << "p[0] = 7 / p[1];"
                                      << "SIGFPE";
    QTest::newRow("assertion") << "assert(p[0] == 12345);"
                               << "assertion failed at kernel.cu:1: p[0] == 12345";
    QTest::newRow("trap") << "__trap();"
                          << "__trap()";
    QTest::newRow("abort") << "abort();"
                           << "SIGABRT";
    QTest::newRow("exception") << "throw 1;"
                               << "SIGABRT";
    QTest::newRow("exit") << "_exit(0);"
                          << "ended without a report";
    QTest::newRow("stack overflow")
        << "volatile char big[400000]; for (int i = 0; i < 400000; i += 512) big[i] = 1;"
        << "SIGSEGV";
    QTest::newRow("shared memory overrun")
        << "extern __shared__ int s[]; for (int i = 0; i < 2000; ++i) ((volatile int*)s)[i] = 1;"
        << "SIGSEGV";
    QTest::newRow("barrier not reached by all")
        << "if (threadIdx.x < 32) __syncthreads(); else { __shfl_sync(0xffffffffu, 1, 0); if "
           "(threadIdx.x == 40) __syncthreads(); else __shfl_sync(1u << (threadIdx.x % 32) | 256u, "
           "1, 0); }"
        << "deadlock";
    QTest::newRow("lane outside its mask") << "__shfl_sync(1u, 1, 0);"
                                           << "mask";
  }
  void faultsAreOutcomes() {
    QFETCH(QString, body);
    QFETCH(QString, message);
    Bench bench("#include <unistd.h>\n#line 1 \"kernel.cu\"\n__global__ void kernel(int* p) { " +
                body.toStdString() + " }");
    const BufferId p = bench.array(std::vector<int>(64));
    const LaunchOutcome outcome = bench.launch({{}, {64, 1, 1}, 1024}, {Bench::buffer(p)});
    QVERIFY2(outcome.kind == Kind::crashed, outcome.message.c_str());
    QVERIFY2(QString::fromStdString(outcome.message).contains(message), outcome.message.c_str());
    QVERIFY(!outcome.deviceLost);
  }

  void theFaultingThreadIsNamed() {
    Bench bench(
        "__global__ void kernel(int* p) { if (blockIdx.x == 3 && threadIdx.y == 2 && threadIdx.x "
        "== 5) p[1ll << 40] = 1; }");
    const BufferId p = bench.array(std::vector<int>(64));
    const LaunchOutcome outcome = bench.launch({{8, 1, 1}, {8, 8, 1}}, {Bench::buffer(p)});
    QVERIFY2(QString::fromStdString(outcome.message).contains("block (3, 0, 0), thread (5, 2, 0)"),
             outcome.message.c_str());
  }

  void aSpinningKernelIsKilledAtItsDeadline() {
    Bench bench("__global__ void kernel(volatile int* p) { while (*p == 0) {} }");
    const BufferId p = bench.array(std::vector<int>(1));
    const LaunchOutcome outcome = bench.launch({{4, 1, 1}, {32, 1, 1}}, {Bench::buffer(p)}, 0.2);
    QCOMPARE(outcome.kind, Kind::hung);
    QVERIFY(!outcome.deviceLost);
    // The same module runs again once it can.
    const BufferId one = bench.array(std::vector<int>(1, 1));
    KW_FINISHES(bench.launch({{4, 1, 1}, {32, 1, 1}}, {Bench::buffer(one)}));
  }

  void symbolsSurviveACrash() {
    CompileJob job;
    job.symbols = {"value"};
    Bench bench(
        "__constant__ int value; __global__ void kernel(int* p) { p[0] = 100 / p[1] + value; }",
        "kernel", job);
    const int seven = 7;
    QVERIFY(bench.device().setSymbol(bench.module(), "value", std::as_bytes(std::span(&seven, 1))));
    const BufferId zero = bench.array(std::vector<int>(2)),
                   one = bench.array(std::vector<int>{0, 1});
    QCOMPARE(bench.launch({}, {Bench::buffer(zero)}).kind, Kind::crashed);
    KW_FINISHES(bench.launch({}, {Bench::buffer(one)}));
    QCOMPARE(bench.read<int>(one, 1)[0], 107);
  }

  void nearStoresDamageCanaries_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<qlonglong>("offset");
    QTest::newRow("behind") << 10 << 40ll;
    QTest::newRow("further behind") << 900 << 3600ll;
    QTest::newRow("before") << -1 << -1ll;
  }
  void nearStoresDamageCanaries() {
    QFETCH(int, index);
    QFETCH(qlonglong, offset);
    Bench bench("__global__ void kernel(int* p, int i) { p[i] = 0; }");
    const BufferId p = bench.array(std::vector<int>(10));
    QVERIFY(bench.device().checkCanaries(p)->intact);
    KW_FINISHES(bench.launch({}, {Bench::buffer(p), Bench::value(index)}));
    const auto report = bench.device().checkCanaries(p);
    QVERIFY(!report->intact);
    QCOMPARE(report->offset, offset);
    QVERIFY(bench.device().restoreCanaries(p));
    QVERIFY(bench.device().checkCanaries(p)->intact);
  }

  void aConstructorThatFaultsIsTheCandidatesFault() {
    Bench bench(
        "static int* volatile nowhere = 0; static int made = *nowhere; __global__ void kernel(int* "
        "p) { *p = made; }");
    QVERIFY(!bench.loaded());
    QCOMPARE(bench.loading.kind, Kind::crashed);
    QVERIFY2(QString::fromStdString(bench.loading.message).contains("SIGSEGV"),
             bench.loading.message.c_str());
  }

  void launchesBeyondTheLimitsAreRefused_data() {
    QTest::addColumn<int>("grid");
    QTest::addColumn<int>("block");
    QTest::addColumn<int>("shared");
    QTest::addColumn<int>("arguments");
    QTest::newRow("threads") << 1 << 1025 << 0 << 1;
    QTest::newRow("no blocks") << 0 << 32 << 0 << 1;
    QTest::newRow("shared memory") << 1 << 32 << 300000 << 1;
    QTest::newRow("too many arguments") << 1 << 32 << 0 << 2;
    QTest::newRow("too few arguments") << 1 << 32 << 0 << 0;
  }
  void launchesBeyondTheLimitsAreRefused() {
    QFETCH(int, grid);
    QFETCH(int, block);
    QFETCH(int, shared);
    QFETCH(int, arguments);
    Bench bench("__global__ void kernel(int* p) { *p = 1; }");
    const BufferId p = bench.array(std::vector<int>(1));
    const LaunchOutcome outcome =
        bench.launch({{grid, 1, 1}, {block, 1, 1}, shared},
                     std::vector<BoundArgument>(size_t(arguments), Bench::buffer(p)));
    QCOMPARE(outcome.kind, Kind::refused);
    QVERIFY(!outcome.message.empty());
    KW_FINISHES(bench.launch({}, {Bench::buffer(p)}));
  }

  void argumentsOfAnotherSizeAreRefused() {
    Bench bench("__global__ void kernel(int* p, double x) { *p = x; }");
    const BufferId p = bench.array(std::vector<int>(1));
    QCOMPARE(bench.launch({}, {Bench::buffer(p), Bench::value(1.0f)}).kind, Kind::refused);
    QCOMPARE(bench.launch({}, {Bench::value(1), Bench::value(1.0)}).kind, Kind::refused);
  }
};

QTEST_GUILESS_MAIN(TestHostFaults)
#include "test_host_faults.moc"

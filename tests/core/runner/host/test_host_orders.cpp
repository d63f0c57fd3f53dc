// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks and threads in other orders than the host device's own: right kernels give the same,
// others do not.
#include <QtTest>
#include <algorithm>
#include <numeric>
#include <set>

#include "core/runner/host/bench.h"

using namespace kw;
using namespace kw::host::bench;

namespace {

const std::vector<uint64_t> otherOrders = {1, 2, 3, 77, 0x123456789abcdefull};

// What a kernel of int* leaves in `count` integers of value -1.
std::vector<int> valuesAfter(Bench& bench, const Shape& shape, size_t count, uint64_t order) {
  const BufferId p = bench.array(std::vector<int>(count, -1));
  bench.device().setThreadOrder(bench.module(), order);
  const LaunchOutcome outcome = bench.launch(shape, {Bench::buffer(p)});
  auto values = bench.read<int>(p, count);
  bench.device().release(p);
  if (!outcome.ok()) qWarning("%s", outcome.message.c_str());
  return outcome.ok() ? values : std::vector<int>();
}

constexpr const char* numbering =
    "__device__ int next;\n"
    "__global__ void kernel(int* p) { int at = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + "
    "blockIdx.x; at = at * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x; "
    "p[at] = atomicAdd(&next, 1); }";

}  // namespace

class TestHostOrders : public QObject {
  Q_OBJECT
 private slots:
  void everyThreadComesOnce_data() {
    QTest::addColumn<int>("x");
    QTest::addColumn<int>("y");
    QTest::addColumn<int>("blocks");
    QTest::newRow("one thread") << 1 << 1 << 1;
    QTest::newRow("part of a warp") << 5 << 1 << 3;
    QTest::newRow("whole warps") << 64 << 2 << 8;
    QTest::newRow("a partial last warp") << 7 << 11 << 97;
    QTest::newRow("1024 threads") << 32 << 32 << 2;
  }
  void everyThreadComesOnce() {
    QFETCH(int, x);
    QFETCH(int, y);
    QFETCH(int, blocks);
    const size_t count = static_cast<size_t>(x * y * blocks);
    std::set<std::vector<int>> seen;
    for (const uint64_t order : otherOrders) {
      Bench bench(numbering);
      auto values = valuesAfter(bench, {{blocks, 1, 1}, {x, y, 1}}, count, order);
      seen.insert(values);
      std::ranges::sort(values);
      std::vector<int> all(count);
      std::iota(all.begin(), all.end(), 0);
      QCOMPARE(values, all);
    }
    if (count > 100) QVERIFY(seen.size() == otherOrders.size());
  }

  void theReverseIsTheReverse() {
    Bench bench(numbering);
    const auto values = valuesAfter(bench, {{5, 1, 1}, {40, 1, 1}}, 200, 1);
    QVERIFY(std::ranges::is_sorted(values, std::greater<>()));
  }

  void anOrderIsAlwaysTheSame() {
    Bench first(numbering), second(numbering);
    const Shape shape{{50, 1, 1}, {96, 1, 1}};
    QCOMPARE(valuesAfter(first, shape, 4800, 77), valuesAfter(second, shape, 4800, 77));
  }

  void rightKernelsGiveTheSame_data() {
    QTest::addColumn<QString>("body");
    QTest::newRow("shared memory with its barriers")
        << "__shared__ int tile[96]; for (int k = 0; k < 5; ++k) { tile[i] = i + k; "
           "__syncthreads(); p[at] += tile[(i + 7 * k) % 96] * (k + 1); __syncthreads(); }";
    QTest::newRow("reduction in shared memory")
        << "__shared__ int tile[128]; tile[i] = i * i; if (i < 32) tile[96 + i] = 0; "
           "__syncthreads(); for (int step = 64; step > 0; step /= 2) { if (i < step) tile[i] += "
           "tile[i + step]; __syncthreads(); } p[at] = tile[0];";
    QTest::newRow("shuffles")
        << "int v = i; for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d); p[at] = "
           "i % 32 == 0 ? v : 0;";
    QTest::newRow("steps of a warp, with __syncwarp")
        << "__shared__ volatile int tile[96]; tile[i] = i; __syncwarp(); for (int step = 16; step "
           "> 0; step /= 2) { int other = tile[i / 32 * 32 + (i + step) % 32]; __syncwarp(); "
           "tile[i] = tile[i] + other; __syncwarp(); } p[at] = tile[i];";
    QTest::newRow("active lanes")
        << "if (i % 3 == 0) { unsigned m = __activemask(); p[at] = __popc(m); int v = "
           "__shfl_sync(m, i, __ffs(m) - 1); p[at] += v; }";
    QTest::newRow("votes, counts and early ends")
        << "if (i >= 80) return; p[at] = __syncthreads_count(i % 2) + (i < 64 ? "
           "__ballot_sync(~0u, i % 5 == 0) : 0);";
    QTest::newRow("sums by atomics")
        << "__shared__ int sum; if (i == 0) sum = 0; __syncthreads(); atomicAdd(&sum, i); "
           "__syncthreads(); p[at] = sum;";
    QTest::newRow("waiting for another thread")
        << "__shared__ volatile int flag; if (i == 0) flag = 0; __syncthreads(); if (i == 95) flag "
           "= 7; while (flag == 0) __nanosleep(10); p[at] = flag;";
  }
  void rightKernelsGiveTheSame() {
    QFETCH(QString, body);
    Bench bench(
        "__global__ void kernel(int* p) { const int i = threadIdx.x; const int at = blockIdx.x * "
        "96 + i; p[at] = 0; " +
        body.toStdString() + " }");
    QVERIFY2(bench.loaded(), bench.log.c_str());
    const Shape shape{{7, 1, 1}, {96, 1, 1}};
    const auto own = valuesAfter(bench, shape, 672, 0);
    QVERIFY(!own.empty());
    for (const uint64_t order : otherOrders)
      QCOMPARE(valuesAfter(bench, shape, 672, order), own);
  }

  void lastBlocksAddUp() {
    Bench bench(
        "__device__ int parts[64]; __device__ unsigned arrived; __global__ void kernel(int* p) { "
        "if (threadIdx.x != 0) return; parts[blockIdx.x] = blockIdx.x + 1; __threadfence(); if "
        "(atomicAdd(&arrived, 1u) != gridDim.x - 1) return; arrived = 0; int sum = 0; for (int k = "
        "0; k < gridDim.x; ++k) sum += ((volatile int*)parts)[k]; p[0] = sum; }");
    for (const uint64_t order : otherOrders)
      QCOMPARE(valuesAfter(bench, {{64, 1, 1}, {32, 1, 1}}, 1, order), std::vector<int>{2080});
  }

  // Right in the host device's own order, in which those that are asked have been there.
  void racesShow_data() {
    QTest::addColumn<QString>("body");
    QTest::newRow("no barrier before reading")
        << "__shared__ int tile[96]; tile[i] = 1 + i + 100 * blockIdx.x; p[at] = i > 0 ? tile[i - "
           "1] : 0;";
    QTest::newRow("no barrier before writing again")
        << "__shared__ int tile[96]; for (int k = 0; k < 3; ++k) { tile[i] = i + k; "
           "__syncthreads(); p[at] += tile[i < 95 ? i + 1 : i] * (k + 1); }";
    QTest::newRow("lanes in step without __syncwarp")
        << "__shared__ volatile int tile[96]; tile[i] = i + 1 + 100 * blockIdx.x; p[at] = i % 32 > "
           "0 ? "
           "tile[i - 1] : 0;";
    QTest::newRow("the block before has ended") << "p[at] = blockIdx.x > 0 ? p[at - 96] + 1 : 5;";
    QTest::newRow("who comes last wins")
        << "__shared__ int winner; winner = i; __syncthreads(); p[at] = winner;";
  }
  void racesShow() {
    QFETCH(QString, body);
    Bench bench(
        "__global__ void kernel(int* p) { const int i = threadIdx.x; const int at = blockIdx.x * "
        "96 + i; p[at] = 0; " +
        body.toStdString() + " }");
    const Shape shape{{7, 1, 1}, {96, 1, 1}};
    const auto own = valuesAfter(bench, shape, 672, 0);
    for (const uint64_t order : otherOrders)
      QVERIFY(valuesAfter(bench, shape, 672, order) != own);
  }

  void deadlocksAreStillFound() {
    Bench bench(
        "__global__ void kernel(int* p) { if (threadIdx.x < 32) __syncthreads(); else { "
        "__shfl_sync(0xffffffffu, 1, 0); if (threadIdx.x == 40) __syncthreads(); else "
        "__shfl_sync(1u << (threadIdx.x % 32) | 256u, 1, 0); } }");
    const BufferId p = bench.array(std::vector<int>(1));
    for (const uint64_t order : otherOrders) {
      bench.device().setThreadOrder(bench.module(), order);
      const LaunchOutcome outcome = bench.launch({{}, {64, 1, 1}}, {Bench::buffer(p)});
      QVERIFY2(outcome.message.find("deadlock") != std::string::npos, outcome.message.c_str());
    }
  }
};

QTEST_GUILESS_MAIN(TestHostOrders)
#include "test_host_orders.moc"

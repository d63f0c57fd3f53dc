// SPDX-License-Identifier: GPL-3.0-or-later
// Cooperative groups on the host device.
#include <QtTest>

#include "core/runner/host/bench.h"

using namespace kw;
using namespace kw::host::bench;

namespace {

std::vector<int> outputOf(const std::string& body, unsigned threads, size_t count) {
  Bench bench(
      "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
      "#include <cooperative_groups/scan.h>\n#include <cooperative_groups/memcpy_async.h>\n"
      "namespace cg = cooperative_groups;\n__global__ void kernel(int* out) {" +
      body + "}");
  const BufferId out = bench.array(std::vector<int>(count));
  const LaunchOutcome outcome = bench.launch({{}, {threads, 1, 1}}, {Bench::buffer(out)});
  if (!outcome.ok()) {
    QTest::qFail(outcome.message.c_str(), __FILE__, __LINE__);
    return std::vector<int>(count, -1);
  }
  return bench.read<int>(out, count);
}

}  // namespace

class TestHostGroups : public QObject {
  Q_OBJECT
 private slots:
  void aBlockKnowsItsThreadsAndSynchronises() {
    const auto out = outputOf(R"(
      cg::thread_block block = cg::this_thread_block();
      __shared__ int values[96];
      values[block.thread_rank()] = block.size();
      block.sync();
      out[threadIdx.x] = values[95 - threadIdx.x] + block.group_index().x;
      cg::sync(block);)",
                              96, 96);
    QCOMPARE(out, std::vector<int>(96, 96));
  }

  void tilesShuffleVoteAndRank() {
    const auto out = outputOf(R"(
      auto block = cg::this_thread_block();
      auto tile = cg::tiled_partition<8>(block);
      const int t = threadIdx.x;
      out[t] = tile.thread_rank() * 100 + tile.meta_group_rank() * 10 + tile.meta_group_size();
      out[64 + t] = tile.shfl(t, 3);
      out[128 + t] = tile.shfl_down(t, 1);
      out[192 + t] = tile.ballot(t % 2);
      out[256 + t] = tile.any(t == 9) * 10 + tile.all(t < 16);
      tile.sync();)",
                              64, 320);
    for (int t = 0; t < 64; ++t) {
      QCOMPARE(out[size_t(t)], t % 8 * 100 + t / 8 * 10 + 8);
      QCOMPARE(out[size_t(64 + t)], t / 8 * 8 + 3);
      QCOMPARE(out[size_t(128 + t)], t % 8 < 7 ? t + 1 : t);
      QCOMPARE(out[size_t(192 + t)], 0xaa);
      QCOMPARE(out[size_t(256 + t)], (t / 8 == 1 ? 10 : 0) + (t < 16 ? 1 : 0));
    }
  }

  void tilesReduceAndScan() {
    const auto out = outputOf(R"(
      auto tile = cg::tiled_partition<16>(cg::this_thread_block());
      const int t = threadIdx.x;
      out[t] = cg::reduce(tile, t, cg::plus<int>());
      out[32 + t] = cg::reduce(tile, t, cg::greater<int>()) * 100 + cg::reduce(tile, t, cg::less<int>());
      out[64 + t] = cg::inclusive_scan(tile, 1);
      out[96 + t] = cg::exclusive_scan(tile, t, cg::plus<int>());
      const float2 pair = cg::reduce(tile, make_float2(1, t), [](float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); });
      out[128 + t] = (int)(pair.x * 1000 + pair.y);)",
                              32, 160);
    for (int t = 0; t < 32; ++t) {
      const int tile = t / 16, rank = t % 16, sum = 120 + tile * 256;
      QCOMPARE(out[size_t(t)], sum);
      QCOMPARE(out[size_t(32 + t)], (tile * 16 + 15) * 100 + tile * 16);
      QCOMPARE(out[size_t(64 + t)], rank + 1);
      QCOMPARE(out[size_t(96 + t)], rank * tile * 16 + rank * (rank - 1) / 2);
      QCOMPARE(out[size_t(128 + t)], 16000 + sum);
    }
  }

  void coalescedThreadsAreThoseOfTheBranch() {
    const auto out = outputOf(R"(
      const int t = threadIdx.x;
      if (t % 4 == 2) {
        auto group = cg::coalesced_threads();
        out[t] = group.size() * 1000 + group.thread_rank() * 10 + group.shfl(t, 1) / 6;
      })",
                              32, 32);
    for (int t = 0; t < 32; ++t)
      QCOMPARE(out[size_t(t)], t % 4 == 2 ? 8000 + t / 4 * 10 + 1 : 0);
  }

  void groupsMayBePassedOnAndCopyMemory() {
    const auto out = outputOf(R"(
      __shared__ int values[64];
      auto block = cg::this_thread_block();
      out[threadIdx.x] = threadIdx.x;
      block.sync();
      cg::memcpy_async(block, values, out, sizeof(values));
      cg::wait(block);
      cg::thread_group any = cg::tiled_partition(block, 32);
      out[threadIdx.x] = values[63 - threadIdx.x] * 100 + any.size();
      any.sync();)",
                              64, 64);
    for (int t = 0; t < 64; ++t)
      QCOMPARE(out[size_t(t)], (63 - t) * 100 + 32);
  }
};

QTEST_GUILESS_MAIN(TestHostGroups)
#include "test_host_groups.moc"

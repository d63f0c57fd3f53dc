// SPDX-License-Identifier: GPL-3.0-or-later
// Every way of launching that a problem can ask for, and launches that the device has to refuse.
#include "bench.h"

namespace kw::check {
namespace {

constexpr auto text = R"(
#include <cooperative_groups.h>
#include <cuda.h>
namespace cg = cooperative_groups;
__constant__ float table[4];
__device__ int counter;
template <class T, int N> __global__ void scale(T* p, T by) { p[threadIdx.x] = p[threadIdx.x] * by + table[N]; }
extern "C" __global__ void shared(int* out, int words) {
  extern __shared__ int memory[];
  for (int i = threadIdx.x; i < words; i += blockDim.x) memory[i] = i;
  __syncthreads();
  int sum = 0;
  for (int i = threadIdx.x; i < words; i += blockDim.x) sum += memory[words - 1 - i] == words - 1 - i;
  atomicAdd(out, sum);
}
extern "C" __global__ void cluster(int* out) {
  __shared__ int mine;
  auto group = cg::this_cluster();
  if (threadIdx.x == 0) mine = blockIdx.x;
  group.sync();
  int sum = 0;
  for (unsigned rank = 0; rank < group.num_blocks(); ++rank) sum += *group.map_shared_rank(&mine, rank);
  group.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
extern "C" __global__ void cooperative(int* out) {
  auto grid = cg::this_grid();
  if (threadIdx.x == 0) atomicAdd(&counter, 1);
  grid.sync();
  if (threadIdx.x == 0) out[blockIdx.x] = *(volatile int*)&counter;
}
extern "C" __global__ void __launch_bounds__(128) bounded(int* out) { out[0] = 1; }
extern "C" __global__ void tile(const __grid_constant__ CUtensorMap map, float* out, int x, int y) {
  __shared__ alignas(128) float box[4 * 8];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned b = (unsigned)__cvta_generic_to_shared(&barrier), to = (unsigned)__cvta_generic_to_shared(box);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b));
    asm volatile("fence.proxy.async.shared::cta;");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b), "r"(4 * 8 * 4));
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                 ::"r"(to), "l"(&map), "r"(x), "r"(y), "r"(b) : "memory");
  }
  __syncthreads();
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(b) : "memory");
  out[threadIdx.x] = box[threadIdx.x];
}
)";

void expectOk(Bench& bench, const LaunchOutcome& outcome, const std::string& what) {
  bench.tally.expect(outcome.ok(), what, outcome.message);
}

void checkInstanceAndSymbols(Bench& bench, Module& module) {
  const std::vector<float> table = {1, 10, 100, 1000};
  HeldBuffer::require(bench.device.setSymbol(module, "table", std::as_bytes(std::span(table))));
  HeldBuffer buffer(bench.device, 16);
  buffer.put(std::vector<float>{1, 2, 3, 4});
  const BoundLaunch launch =
      launchOf("scale<float, 2>", 1, 4, {pointerTo("p", buffer), valueOf("by", 2.0F)});
  expectOk(bench, bench.run(module, launch), "a template instance");
  bench.tally.expect(buffer.get<float>(4) == (std::vector<float>{102, 104, 106, 108}),
                     "an instance and a symbol");
  const std::vector<float> tooFew = {1};
  bench.tally.expect(!bench.device.setSymbol(module, "table", std::as_bytes(std::span(tooFew))),
                     "a symbol's wrong size");
  bench.tally.expect(!bench.device.setSymbol(module, "nothing", std::as_bytes(std::span(table))),
                     "an unknown symbol");
}

void checkSharedMemory(Bench& bench, Module& module) {
  const int64_t most = bench.device.info().limit("shared_memory_per_block_optin");
  for (const int64_t bytes : {int64_t{1024}, int64_t{48 * 1024}, int64_t{64 * 1024}, most}) {
    HeldBuffer out(bench.device, 4);
    HeldBuffer::require(bench.device.set({out.id(), 0, 4}));
    const auto words = static_cast<int>(bytes / 4);
    BoundLaunch launch =
        launchOf("shared", 1, 256, {pointerTo("out", out), valueOf("words", words)});
    launch.launch.sharedMemory = bytes;
    expectOk(bench, bench.run(module, launch),
             std::to_string(bytes) + " bytes of dynamic shared memory");
    bench.tally.expect(out.get<int>(1)[0] == words, "all of them are there");
  }
  HeldBuffer out(bench.device, 4);
  BoundLaunch launch = launchOf("shared", 1, 256, {pointerTo("out", out), valueOf("words", 1)});
  launch.launch.sharedMemory = most + 1024;
  const LaunchOutcome outcome = bench.run(module, launch);
  bench.tally.expect(outcome.kind == LaunchOutcome::Kind::refused && !outcome.deviceLost,
                     "too much shared memory", outcome.message);
}

void checkClusters(Bench& bench, Module& module) {
  if (bench.device.info().limit("cluster") == 0) return;
  for (const int64_t size : {int64_t{2}, int64_t{8}, int64_t{16}}) {
    HeldBuffer out(bench.device, 32 * 4);
    BoundLaunch launch = launchOf("cluster", 32, 64, {pointerTo("out", out)});
    launch.launch.hasCluster = true;
    launch.launch.cluster.x = size;
    expectOk(bench, bench.run(module, launch), "clusters of " + std::to_string(size));
    const auto sums = out.get<int>(32);
    bool right = true;
    for (int64_t block = 0; block < 32; ++block) {
      const int64_t first = block / size * size;
      right = right && sums[static_cast<size_t>(block)] == size * first + size * (size - 1) / 2;
    }
    bench.tally.expect(right, "blocks of a cluster of " + std::to_string(size) +
                                  " read each other's shared memory");
  }
}

void checkCooperative(Bench& bench, Module& module) {
  const auto blocks = bench.device.info().limit("sm_count");
  const std::vector<int> zero = {0};
  HeldBuffer::require(bench.device.setSymbol(module, "counter", std::as_bytes(std::span(zero))));
  HeldBuffer out(bench.device, blocks * 4);
  BoundLaunch launch = launchOf("cooperative", blocks, 64, {pointerTo("out", out)});
  launch.launch.cooperative = true;
  expectOk(bench, bench.run(module, launch), "a cooperative launch");
  bench.tally.expect(out.get<int>(static_cast<size_t>(blocks)) ==
                         std::vector<int>(static_cast<size_t>(blocks), static_cast<int>(blocks)),
                     "blocks wait for all others");
  launch.launch.grid.x = blocks * 1000;
  const LaunchOutcome outcome = bench.run(module, launch);
  bench.tally.expect(outcome.kind == LaunchOutcome::Kind::refused && !outcome.deviceLost,
                     "a cooperative grid that does not fit", outcome.message);
}

void checkTensorMap(Bench& bench, Module& module) {
  if (bench.device.info().limit("compute_capability") < 90) return;
  constexpr int rows = 32, columns = 64;
  std::vector<float> values(rows * columns);
  for (size_t at = 0; at < values.size(); ++at)
    values[at] = static_cast<float>(at);
  HeldBuffer from(bench.device, rows * columns * 4), out(bench.device, 32 * 4);
  from.put(values);
  BoundArgument map = pointerTo("map", from);
  map.tensorMap =
      BoundArgument::TensorMap{ElementType::float32, {rows, columns}, {columns, 1}, {4, 8}, "none"};
  const BoundLaunch launch = launchOf(
      "tile", 1, 32, {map, pointerTo("out", out), valueOf<int>("x", 16), valueOf<int>("y", 5)});
  expectOk(bench, bench.run(module, launch), "a launch with a tensor map");
  std::vector<float> want;
  for (int row = 5; row < 9; ++row)
    for (int column = 16; column < 24; ++column)
      want.push_back(static_cast<float>(row * columns + column));
  bench.tally.expect(out.get<float>(32) == want, "the bulk copy engine brings the box asked for");
}

void checkRefusals(Bench& bench, Module& module) {
  HeldBuffer out(bench.device, 4096);
  const auto refused = [&](const BoundLaunch& launch, const std::string& what) {
    const LaunchOutcome outcome = bench.run(module, launch);
    bench.tally.expect(outcome.kind == LaunchOutcome::Kind::refused && !outcome.deviceLost, what,
                       outcome.message);
  };
  refused(launchOf("bounded", 1, 256, {pointerTo("out", out)}),
          "more threads than the launch bounds");
  refused(launchOf("bounded", 1, 4096, {pointerTo("out", out)}), "more threads than a block has");
  refused(launchOf("bounded", 0, 32, {pointerTo("out", out)}), "an empty grid");
  refused(launchOf("bounded", 1, 32, {}), "a missing argument");
  refused(launchOf("shared", 1, 32, {pointerTo("out", out), valueOf<int64_t>("words", 1)}),
          "an argument that is too wide");
  expectOk(bench, bench.run(module, launchOf("bounded", 1, 32, {pointerTo("out", out)})),
           "the device works afterwards");
  bench.tally.expect(!bench.device.allocate(bench.device.info().limit("memory_bytes") * 2, 256),
                     "too much memory");
  expectOk(bench, bench.run(module, launchOf("bounded", 1, 32, {pointerTo("out", out)})),
           "the device works after that");
}

void checkMemset(Bench& bench, Module& module) {
  HeldBuffer out(bench.device, 1000);
  BoundLaunch launch;
  launch.memset = out.id();
  launch.memsetBytes = 1000;
  launch.launch.memset = "out";
  launch.launch.memsetValue = 7;
  expectOk(bench, bench.run(module, launch), "a memset as a launch");
  bench.tally.expect(out.get<unsigned char>(1000) == std::vector<unsigned char>(1000, 7),
                     "a memset sets every byte");
}

}  // namespace

void checkLaunches(Bench& bench) {
  const auto module =
      bench.module(text, {"scale<float, 2>", "shared", "cluster", "cooperative", "bounded", "tile"},
                   {"table", "counter"});
  checkInstanceAndSymbols(bench, *module);
  checkSharedMemory(bench, *module);
  checkClusters(bench, *module);
  checkCooperative(bench, *module);
  checkTensorMap(bench, *module);
  checkMemset(bench, *module);
  checkRefusals(bench, *module);
}

}  // namespace kw::check

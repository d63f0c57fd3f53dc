// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware counters of kernels whose counts are known.
#include <cmath>
#include <cstdio>

#include "bench.h"

namespace kw::check {
namespace {

constexpr auto text = R"(
extern "C" __global__ void increment(float4* p, long long count) {
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < count; i += gridDim.x * (long long)blockDim.x) {
    float4 value = p[i];
    p[i] = make_float4(value.x + 1, value.y + 1, value.z + 1, value.w + 1);
  }
}
)";

// No cache holds it: each byte is read from DRAM and written there, but for what the L2 keeps back.
constexpr int64_t bytes = int64_t{1} << 30;

CountPlan planOf(const HeldBuffer& buffer, const HeldBuffer& pristine) {
  CountPlan plan;
  plan.launches = {launchOf("increment", 132 * 16, 256,
                            {pointerTo("p", buffer), valueOf<long long>("count", bytes / 16)})};
  plan.restores = {{buffer.id(), pristine.id()}};
  plan.deadlineSeconds = 5;
  return plan;
}

bool isNear(double value, double expected, double share) {
  return std::abs(value - expected) <= share * expected;
}

void checkCounts(Bench& bench, Module& module) {
  HeldBuffer buffer(bench.device, bytes), pristine(bench.device, bytes);
  HeldBuffer::require(bench.device.set({pristine.id(), 0, bytes}));
  CountPlan plan = planOf(buffer, pristine);
  plan.counters = {"gpu__time_duration.sum", "dram__bytes_read.sum", "dram__bytes_write.sum",
                   "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
                   "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"};
  const CountResult result = required(bench.device.count(module, plan, {}));
  bench.tally.expect(result.outcome.ok() && result.values.size() == plan.counters.size(),
                     "every counter has a value", std::to_string(result.values.size()));
  if (result.values.size() != plan.counters.size()) return;
  Tally::figure("passes for five counters", result.passes, "");
  bench.tally.expect(result.passes == result.planned, "as many passes are made as were planned",
                     std::to_string(result.planned));
  const auto value = [&](size_t which) { return result.values.at(plan.counters[which]); };
  Tally::figure("bytes read over those of the buffer", value(1) / bytes, "");
  Tally::figure("bytes written over those of the buffer", value(2) / bytes, "");
  Tally::figure("DRAM throughput", value(4), "%");
  bench.tally.expect(isNear(value(1), bytes, 0.02), "each byte is read once");
  // What lies dirty in the L2 at the end is not written yet.
  bench.tally.expect(value(2) < 1.02 * bytes && value(2) > 0.85 * bytes,
                     "each byte is written once, and the flush's own writes do not count");
  bench.tally.expect(value(3) == static_cast<double>(bytes) / 4, "one addition for each element",
                     std::to_string(value(3)));
  bench.tally.expect(buffer.get<float>(8) == std::vector<float>(8, 1.0F),
                     "inputs are restored before each pass");
}

void checkPasses(Bench& bench, Module& module) {
  HeldBuffer buffer(bench.device, bytes), pristine(bench.device, bytes);
  CountPlan plan = planOf(buffer, pristine);
  plan.counters = {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "no_such_counter.sum"};
  const CountResult result = required(bench.device.count(module, plan, {}));
  Tally::figure("passes for sm__throughput", result.passes, "");
  bench.tally.expect(result.passes > 1 && result.values.size() == 1,
                     "several passes, without the counter that is not there");
  plan.mostPasses = 1;
  const CountResult refused = required(bench.device.count(module, plan, {}));
  bench.tally.expect(refused.overBudget && refused.passes == 0 && refused.values.empty(),
                     "more passes than allowed are not made");
}

}  // namespace

void checkCounters(Bench& bench) {
  const auto chip = bench.device.counterChip();
  if (!chip) {
    std::printf("counters: %s\n", chip.error().text().c_str());
    return bench.tally.expect(chip.error().kind == ErrorKind::missing, "a refusal is told as one");
  }
  std::printf("counters of %s\n", chip->c_str());
  const auto module = bench.module(text, {"increment"});
  checkCounts(bench, *module);
  checkPasses(bench, *module);
}

}  // namespace kw::check

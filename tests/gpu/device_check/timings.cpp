// SPDX-License-Identifier: GPL-3.0-or-later
// Times make sense, and our own checks are fast enough.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "bench.h"

namespace kw::check {
namespace {

constexpr auto text = R"(
extern "C" __global__ void copy(const float4* __restrict__ from, float4* __restrict__ to, long long count) {
  for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < count; i += gridDim.x * (long long)blockDim.x)
    to[i] = from[i];
}
extern "C" __global__ void increment(int* p) { p[threadIdx.x] += 1; }
)";

double median(std::vector<double> samples) {
  if (samples.empty()) return 0;
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

TimingPlan planOf(const BoundLaunch& launch, TimedState state) {
  TimingPlan plan;
  plan.launches = {launch};
  plan.state = state;
  plan.deadlineSeconds = 5;
  return plan;
}

BoundLaunch copyLaunch(const HeldBuffer& from, const HeldBuffer& to, int64_t bytes) {
  const int64_t count = bytes / 16;
  return launchOf(
      "copy", std::min<int64_t>((count + 255) / 256, 132 * 16), 256,
      {pointerTo("from", from), pointerTo("to", to), valueOf<long long>("count", count)});
}

void checkBandwidth(Bench& bench, Module& module) {
  const double peak = bench.device.info().measuredPeaks.at("dram_copy_bytes_per_second");
  constexpr int64_t bytes = int64_t{1} << 30;
  HeldBuffer from(bench.device, bytes), to(bench.device, bytes);
  const TimingResult result = required(
      bench.device.time(module, planOf(copyLaunch(from, to, bytes), TimedState::cold), {}));
  const double rate = 2.0 * bytes / (median(result.samples) / 1000);
  Tally::figure("copy of 1 GiB, cold, of the measured peak", rate / peak, "");
  bench.tally.expect(result.samples.size() == 100 && !result.stoppedEarly, "100 samples");
  bench.tally.expect(rate > 0.5 * peak && rate < 1.05 * peak,
                     "a copy's bandwidth is that of a copy", std::to_string(rate));
}

void checkColdAndWarm(Bench& bench, Module& module) {
  constexpr int64_t bytes = int64_t{4} << 20;
  HeldBuffer from(bench.device, bytes), to(bench.device, bytes);
  const auto cold = required(
      bench.device.time(module, planOf(copyLaunch(from, to, bytes), TimedState::cold), {}));
  const auto warm = required(
      bench.device.time(module, planOf(copyLaunch(from, to, bytes), TimedState::warm), {}));
  Tally::figure("copy of 4 MiB, cold", 1000 * median(cold.samples), "us");
  Tally::figure("copy of 4 MiB, warm", 1000 * median(warm.samples), "us");
  bench.tally.expect(cold.outcome.ok() && warm.outcome.ok(), "cold and warm timing ends well",
                     warm.outcome.message);
  bench.tally.expect(median(cold.samples) > 1.1 * median(warm.samples), "cold is slower than warm");
  bench.tally.expect(warm.samples.size() == 100, "100 warm samples");
}

void checkSmallKernel(Bench& bench, Module& module) {
  HeldBuffer buffer(bench.device, 128), pristine(bench.device, 128);
  HeldBuffer::require(bench.device.set({pristine.id(), 0, 128}));
  TimingPlan plan =
      planOf(launchOf("increment", 1, 32, {pointerTo("p", buffer)}), TimedState::cold);
  plan.restores = {{buffer.id(), pristine.id()}};
  const auto cold = required(bench.device.time(module, plan, {}));
  bench.tally.expect(buffer.get<int>(32) == std::vector<int>(32, 1),
                     "inputs are restored before each launch");
  plan.timedSets = {{buffer.id(), 41, 128}};
  bench.tally.expect(required(bench.device.time(module, plan, {})).outcome.ok() &&
                         buffer.get<int>(32) == std::vector<int>(32, 42),
                     "timed sets come right before the launch");
  plan.timedSets.clear();
  plan.state = TimedState::warm;
  const auto warm = required(bench.device.time(module, plan, {}));
  Tally::figure("the least kernel, cold", 1000 * median(cold.samples), "us");
  Tally::figure("the least kernel, warm", 1000 * median(warm.samples), "us");
  Tally::figure("sequences in a warm sample", buffer.get<int>(1)[0], "");
  bench.tally.expect(median(warm.samples) < 0.02, "the least kernel takes under 20 us");
  bench.tally.expect(buffer.get<int>(1)[0] > 1, "a warm sample holds several launches");
}

// Copies of the data make short launches cold too, and the clock's steps small.
void checkShortLaunches(Bench& bench, Module& module) {
  constexpr int64_t bytes = int64_t{1} << 20;
  HeldBuffer from(bench.device, bytes), to(bench.device, bytes);
  from.put(std::vector<int>(bytes / 4, 7));
  TimingPlan plan = planOf(copyLaunch(from, to, bytes), TimedState::cold);
  const auto single = required(bench.device.time(module, plan, {}));
  plan.protocol.severalBelow = 0.05;
  const auto cold = required(bench.device.time(module, plan, {}));
  plan.state = TimedState::warm;
  const auto warm = required(bench.device.time(module, plan, {}));
  plan.state = TimedState::inSeries;
  const auto series = required(bench.device.time(module, plan, {}));
  Tally::figure("copy of 1 MiB, cold, one to a sample", 1000 * median(single.samples), "us");
  Tally::figure("copy of 1 MiB, cold, several to a sample", 1000 * median(cold.samples), "us");
  Tally::figure("copies in a sample", cold.perSample, "");
  Tally::figure("copy of 1 MiB, warm", 1000 * median(warm.samples), "us");
  Tally::figure("copy of 1 MiB, in series", 1000 * median(series.samples), "us");
  bench.tally.expect(single.perSample == 1 && cold.perSample > 1 && series.perSample == 1,
                     "short launches are timed several to a sample, where that is wanted",
                     std::to_string(cold.perSample));
  bench.tally.expect(median(cold.samples) > median(warm.samples) &&
                         median(cold.samples) < 1.05 * median(single.samples),
                     "their time lies between a single one's and a warm one's");
  const TimingConditions& seen = cold.conditions;
  Tally::figure("lowest clock meanwhile", seen.lowestClock, "MHz");
  Tally::figure("highest clock meanwhile", seen.highestClock, "MHz");
  Tally::figure("temperature", seen.temperature, "degrees");
  Tally::figure("other processes", seen.otherProcesses, "");
  Tally::figure("samples set aside", seen.setAside, "");
}

void checkStopping(Bench& bench, Module& module) {
  constexpr int64_t bytes = int64_t{1} << 30;
  HeldBuffer from(bench.device, bytes), to(bench.device, bytes);
  TimingPlan plan = planOf(copyLaunch(from, to, bytes), TimedState::cold);
  plan.protocol.caseSeconds = 0.01;
  const auto result = required(bench.device.time(module, plan, {}));
  bench.tally.expect(
      result.stoppedEarly && result.samples.size() >= 5 && result.samples.size() < 40,
      "a case stops when its time is used up", std::to_string(result.samples.size()));
  plan.protocol.caseSeconds = 0;
  plan.protocol.leastLaunches = 10;
  plan.protocol.precision = 0.02;
  const auto precise = required(bench.device.time(module, plan, {}));
  bench.tally.expect(precise.stoppedEarly && precise.samples.size() >= 10,
                     "a case stops when its median is known",
                     std::to_string(precise.samples.size()));
  plan.protocol.precision = 1e-9;
  plan.rivalMilliseconds = median(precise.samples) / 2;
  const auto worse = required(bench.device.time(module, plan, {}));
  bench.tally.expect(worse.stoppedEarly && worse.samples.size() <= 20,
                     "a case stops when it is clearly worse", std::to_string(worse.samples.size()));
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = bench.device.time(module, plan, stop.get_token());
  bench.tally.expect(!stopped && stopped.error().kind == ErrorKind::cancelled,
                     "timing can be stopped");
}

template <class Work>
void figure(const char* what, double bytes, const Work& work) {
  work();
  double best = 1e9;
  for (int run = 0; run < 5; ++run) {
    const auto begun = std::chrono::steady_clock::now();
    work();
    best = std::min(
        best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
  }
  std::printf("       %-52s %10.4g ms %8.4g GB/s\n", what, 1000 * best, bytes / best / 1e9);
}

void showOwnSpeed(Bench& bench) {
  constexpr int64_t elements = int64_t{1} << 27;
  HeldBuffer got(bench.device, elements * 2), want(bench.device, elements * 8);
  FillPlan fill;
  fill.type = ElementType::bfloat16;
  fill.elements = elements;
  figure("normal fill of 2^27 bf16", 2.0 * elements,
         [&] { HeldBuffer::require(bench.device.fill(got.id(), fill)); });
  fill.type = ElementType::float64;
  HeldBuffer::require(bench.device.fill(want.id(), fill));
  ComparePlan plan;
  plan.got = got.id();
  plan.want = want.id();
  plan.type = ElementType::bfloat16;
  plan.layout = {{elements}, {1}, 0, elements, elements, elements * 2, true};
  plan.relative = 0.01;
  plan.absolute = 0.001;
  CompareResult result;
  figure("compare of 2^27 bf16 with doubles", 10.0 * elements,
         [&] { result = required(bench.device.compare(plan)); });
  bench.tally.expect(result.different == 0, "rounded values are within a hundredth",
                     std::to_string(result.different));
  plan.kind = Comparison::Kind::exact;
  figure("exact compare of the same", 10.0 * elements,
         [&] { result = required(bench.device.compare(plan)); });
  bench.tally.expect(result.different == 0, "bf16 is what its double rounds to",
                     std::to_string(result.different));
  figure("checksum of 1 GiB", 8.0 * elements,
         [&] { required(bench.device.checksum(want.id(), elements * 8)); });
  figure("rms of 2^27 doubles", 8.0 * elements,
         [&] { required(bench.device.rms(want.id(), ElementType::float64, elements)); });
  figure("canaries of one buffer", 8192, [&] { required(bench.device.checkCanaries(want.id())); });
}

}  // namespace

void checkTimings(Bench& bench) {
  const auto begun = std::chrono::steady_clock::now();
  const Status measured = bench.device.measurePeaks();
  bench.tally.expect(bool(measured), "peaks can be measured",
                     measured ? "" : measured.error().text());
  if (!measured) return;
  Tally::figure("measuring peaks",
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(),
                "s");
  for (const auto& [name, value] : bench.device.info().measuredPeaks) {
    Tally::figure(name, value / 1e12, "T/s");
    bench.tally.expect(value > 1e10, name + " is no nonsense");
  }
  const auto module = bench.module(text, {"copy", "increment"});
  checkBandwidth(bench, *module);
  checkColdAndWarm(bench, *module);
  checkSmallKernel(bench, *module);
  checkShortLaunches(bench, *module);
  checkStopping(bench, *module);
  showOwnSpeed(bench);
}

}  // namespace kw::check

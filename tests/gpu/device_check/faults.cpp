// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates that crash or never end. Each has a process of its own, which is lost with its
// context.
#include <chrono>
#include <cstdio>

#include "base/process/child.h"
#include "bench.h"

namespace kw::check {
namespace {

constexpr auto text = R"(
extern "C" __global__ void far(int* p) { p[1ll << 40] = 1; }
extern "C" __global__ void misaligned(char* p) { *(int4*)(p + 1) = make_int4(1, 2, 3, 4); }
extern "C" __global__ void trap(int* p) { asm volatile("trap;"); }
extern "C" __global__ void behind(int* p) { p[0] = p[1024]; }
extern "C" __global__ void before(int* p) { p[0] = p[-1]; }
extern "C" __global__ void spin(volatile int* p) { while (*p == 0) {} }
)";

double secondsSince(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

LaunchOutcome outcomeOf(Bench& bench, Module& module, const std::string& function, bool timed) {
  const Guard guard = function == "behind"   ? Guard::behind
                      : function == "before" ? Guard::before
                                             : Guard::none;
  HeldBuffer buffer(bench.device, 4096, 256, guard);
  HeldBuffer::require(bench.device.set({buffer.id(), 0, 4096}));
  const BoundLaunch launch = launchOf(function, 1, 1, {pointerTo("p", buffer)});
  if (!timed) return required(bench.device.launch(module, {launch}, 0.5));
  TimingPlan plan;
  plan.launches = {launch};
  plan.deadlineSeconds = 0.5;
  return required(bench.device.time(module, plan, {})).outcome;
}

}  // namespace

int commitFault(Bench& bench, const std::string& fault) {
  const bool timed = fault.starts_with("timed-");
  const std::string function = timed ? fault.substr(6) : fault;
  const auto module = bench.module(text, {"far", "misaligned", "trap", "behind", "before", "spin"});
  const auto begun = std::chrono::steady_clock::now();
  const LaunchOutcome outcome = outcomeOf(bench, *module, function, timed);
  const double seconds = secondsSince(begun);
  std::printf("%s: kind %d after %.2f s, lost %d: %s\n", fault.c_str(),
              static_cast<int>(outcome.kind), seconds, outcome.deviceLost, outcome.message.c_str());
  const auto expected =
      function == "spin" ? LaunchOutcome::Kind::hung : LaunchOutcome::Kind::crashed;
  const bool refusesMore = !bench.device.allocate(4096, 256);
  return outcome.kind == expected && outcome.deviceLost && refusesMore && seconds < 8 ? 0 : 1;
}

void checkFaults(Bench& bench, const std::string& program) {
  for (const char* fault :
       {"far", "misaligned", "trap", "behind", "before", "spin", "timed-far", "timed-spin"}) {
    process::ChildOptions options;
    options.arguments = {program, "--fault", fault};
    const auto begun = std::chrono::steady_clock::now();
    const process::Output output = required(process::run(options, {}, std::chrono::seconds(40)));
    std::printf("       %s", output.output.c_str());
    bench.tally.expect(!output.timedOut && !output.exit.signalled && output.exit.code == 0,
                       std::string("the fault ") + fault + " is noticed, and its process ends",
                       output.timedOut ? "still there after 40 s" : output.exit.text());
    Tally::figure(std::string("the process of fault ") + fault + " took", secondsSince(begun), "s");
  }
  HeldBuffer buffer(bench.device, 4096);
  bench.tally.expect(bool(bench.device.set({buffer.id(), 1, 4096})),
                     "the GPU serves others afterwards");
}

}  // namespace kw::check

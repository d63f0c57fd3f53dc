// SPDX-License-Identifier: GPL-3.0-or-later
// Hardware counters of a candidate's launches.
#include <functional>

#include "runner/counters/collection.h"
#include "runner/device/cuda/cuda_device.h"
#include "runner/device/cuda/device_listing.h"

namespace kw::cuda {

namespace {

// What happens in each pass: everything is waited for, so that nothing of ours is counted.
class CountedLaunches {
 public:
  // `clean` reads what the flush has written.
  CountedLaunches(std::shared_ptr<Gpu> gpu, TimingSteps steps, std::function<CUresult()> clean,
                  double deadlineSeconds)
      : m_gpu(std::move(gpu)),
        m_steps(std::move(steps)),
        m_clean(std::move(clean)),
        m_deadlineSeconds(deadlineSeconds) {}

  Status prepare() {
    constexpr auto what = "restoring inputs before a pass";
    for (const TimingSteps::Copy& copy : m_steps.restores)
      KW_TRY(m_gpu->check(
          m_gpu->api().cuMemcpyDtoDAsync(copy.to, copy.from, copy.bytes, m_gpu->stream()), what));
    KW_TRY(m_gpu->check(enqueueSets(m_steps.sets), what));
    KW_TRY(m_gpu->check(setWords(*m_gpu, m_steps.flush, 0, m_steps.flushBytes), what));
    // What the flush left dirty in the L2 would be written back while the candidate runs, and count
    // as its writes.
    KW_TRY(m_gpu->check(m_clean(), what));
    return m_gpu->finish(what);
  }

  // False: `outcome` says what the candidate did.
  Result<bool> launch(LaunchOutcome& outcome) {
    KW_ASSIGN(const Event done, Event::make(m_gpu));
    if (const CUresult result = enqueue(); result != CUDA_SUCCESS) {
      outcome = m_gpu->refusalOf(result);
      return false;
    }
    KW_TRY(m_gpu->check(m_gpu->api().cuEventRecord(done.get(), m_gpu->stream()),
                        "recording an event"));
    outcome = m_gpu->waitFor(done.get(), m_deadlineSeconds);
    return outcome.ok();
  }

  // For a profiler that watches this process, which is told where to look.
  Status launchMarked(LaunchOutcome& outcome) {
    const DriverApi& api = m_gpu->api();
    if (api.cuProfilerStart) KW_TRY(m_gpu->check(api.cuProfilerStart(), "beginning a profile"));
    KW_TRY(launch(outcome));
    if (api.cuProfilerStop) KW_TRY(m_gpu->check(api.cuProfilerStop(), "ending a profile"));
    return {};
  }

 private:
  CUresult enqueueSets(const std::vector<TimingSteps::Set>& sets) const {
    for (const TimingSteps::Set& set : sets)
      if (const CUresult result = setWords(*m_gpu, set.to, set.pattern, set.bytes);
          result != CUDA_SUCCESS)
        return result;
    return CUDA_SUCCESS;
  }
  CUresult enqueue() const {
    for (const TimingSteps::Sequence& sequence : m_steps.sequences) {
      if (const CUresult result = enqueueSets(sequence.timedSets); result != CUDA_SUCCESS)
        return result;
      for (const auto& launch : sequence.launches.launches)
        if (const CUresult result = launch->enqueue(*m_gpu); result != CUDA_SUCCESS) return result;
    }
    return CUDA_SUCCESS;
  }

  std::shared_ptr<Gpu> m_gpu;
  TimingSteps m_steps;
  std::function<CUresult()> m_clean;
  double m_deadlineSeconds;
};

// The same steps as around a timed launch on a cold cache.
TimingPlan coldPlan(const CountPlan& plan) {
  TimingPlan cold;
  cold.launches = plan.launches;
  cold.restores = plan.restores;
  cold.sets = plan.sets;
  cold.timedSets = plan.timedSets;
  cold.protocol.flush = true;
  return cold;
}

}  // namespace

Result<std::string> CudaDevice::counterChip() {
  KW_TRY(m_gpu->enter());
  KW_ASSIGN(const int number, deviceNumber(m_info.id));
  return counters::chipOfDevice(number);
}

Result<CountResult> CudaDevice::count(Module& module, const CountPlan& plan, std::stop_token stop) {
  KW_TRY(m_gpu->enter());
  CountResult result;
  const TimingPlan cold = coldPlan(plan);
  KW_ASSIGN(TimingSteps steps, timingSteps(cold));
  KW_ASSIGN(result.outcome, addSequence(steps, m_buffers, module, cold));
  if (!result.outcome.ok()) return result;
  const auto clean = [this] {
    return m_kernels.checksum(m_gpu->stream(), m_flush.get(), m_flush.bytes(), m_scratch.get());
  };
  CountedLaunches launches(m_gpu, std::move(steps), clean, plan.deadlineSeconds);
  if (plan.counters.empty()) {
    KW_TRY(launches.prepare());
    KW_TRY(launches.launchMarked(result.outcome));
    result.planned = result.passes = 1;
    return result;
  }
  KW_ASSIGN(const int number, deviceNumber(m_info.id));
  counters::PassSteps passes;
  passes.prepare = [&]() -> Status {
    if (stop.stop_requested()) return failCancelled();
    return launches.prepare();
  };
  passes.body = [&] { return launches.launch(result.outcome); };
  passes.isLost = [this] { return m_gpu->lost(); };
  KW_ASSIGN(counters::Collected collected,
            counters::collect(number, plan.counters, plan.mostPasses, passes));
  result.values = std::move(collected.values);
  result.planned = collected.planned;
  result.passes = collected.passes;
  result.overBudget = collected.overBudget;
  return result;
}

}  // namespace kw::cuda

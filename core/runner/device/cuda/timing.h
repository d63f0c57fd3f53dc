// SPDX-License-Identifier: GPL-3.0-or-later
// Times a candidate's launches with events.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "runner/device/cuda/cuda_module.h"
#include "runner/device/cuda/gpu.h"
#include "runner/device/device.h"

namespace kw::cuda {

// What surrounds the launches of each sample, resolved to addresses.
struct TimingSteps {
  struct Copy {
    CUdeviceptr to = 0, from = 0;
    size_t bytes = 0;
  };
  struct Set {
    CUdeviceptr to = 0;
    uint32_t pattern = 0;
    int64_t bytes = 0;
  };
  std::vector<Copy> restores;
  std::vector<Set> sets, timedSets;
  CUdeviceptr flush = 0;  // 0: the L2 cache is not flushed
  int64_t flushBytes = 0;
};

class Timing {
 public:
  Timing(std::shared_ptr<Gpu> gpu, const ReadyLaunches& launches, TimingSteps steps,
         const TimingPlan& plan)
      : m_gpu(std::move(gpu)), m_launches(launches), m_steps(std::move(steps)), m_plan(plan) {}

  // One launch sequence a sample, each after restoring and, if asked for, flushing.
  Result<TimingResult> cold(std::stop_token stop);
  // Several sequences a sample (a CUDA graph of them where one can be made), so that a sample lasts
  // at least 200 us; the restoring comes before the sample, not between its sequences.
  Result<TimingResult> warm(std::stop_token stop);

 private:
  using Body = std::function<CUresult()>;
  // What a series of samples needs to know.
  struct Series {
    Body body;          // enqueues what is timed
    int sequences = 1;  // launch sequences in it
    int discarded = 0;  // first samples, not kept
    int kept = 0;       // samples to keep
    bool mayStopEarly = false;
  };

  Status run(const Series& series, std::stop_token stop, TimingResult& result);
  Result<std::vector<double>> batch(const Series& series, int samples, LaunchOutcome& outcome);
  CUresult enqueueSample(const Body& body, CUevent begin, CUevent end) const;
  CUresult enqueueSequence() const;
  CUresult enqueueSets(const std::vector<TimingSteps::Set>& sets) const;
  int nextBatch(const Series& series, const TimingResult& result, int done,
                double milliseconds) const;
  Status makeEvents(size_t count);

  std::shared_ptr<Gpu> m_gpu;
  const ReadyLaunches& m_launches;
  TimingSteps m_steps;
  const TimingPlan& m_plan;
  std::vector<Event> m_events;
};

}  // namespace kw::cuda

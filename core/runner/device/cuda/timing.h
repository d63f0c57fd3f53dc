// SPDX-License-Identifier: GPL-3.0-or-later
// Times a candidate's launches with events.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "runner/device/cuda/cuda_module.h"
#include "runner/device/cuda/gpu.h"
#include "runner/device/cuda/nvml.h"
#include "runner/device/device.h"

namespace kw::cuda {

// What surrounds the launches of each sample, resolved to addresses, and the launches themselves:
// of several sequences one after the other where there are several.
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
  std::vector<Set> sets;
  CUdeviceptr flush = 0;  // 0: the L2 cache is not flushed
  int64_t flushBytes = 0;
  struct Sequence {
    std::vector<Set> timedSets;
    ReadyLaunches launches;
  };
  std::vector<Sequence> sequences;
};

class Timing {
 public:
  // `watch` may be null.
  Timing(std::shared_ptr<Gpu> gpu, TimingSteps steps, const TimingPlan& plan, Nvml* watch)
      : m_gpu(std::move(gpu)),
        m_steps(std::move(steps)),
        m_plan(plan),
        m_nvml(watch),
        m_watch(plan.protocol.launches) {}

  // All sequences once a sample (a CUDA graph where there are several), each sample after restoring
  // and, if asked for, flushing.
  Result<TimingResult> single(std::stop_token stop);
  // The one sequence several times a sample (a CUDA graph of them where one can be made), so that a
  // sample lasts at least 200 us; the restoring comes before the sample, not between its sequences.
  Result<TimingResult> several(std::stop_token stop);

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
  CUresult enqueueSequences() const;
  CUresult enqueueSets(const std::vector<TimingSteps::Set>& sets) const;
  int nextBatch(const Series& series, const TimingResult& result, int done,
                double milliseconds) const;
  Status makeEvents(size_t count);
  void take(const Series& series, const std::vector<double>& times, int& done,
            TimingResult& result) const;
  bool wasUndisturbed(size_t samples);

  std::shared_ptr<Gpu> m_gpu;
  TimingSteps m_steps;
  const TimingPlan& m_plan;
  Nvml* m_nvml;
  SampleWatch m_watch;
  bool m_hasLooked = false;
  std::vector<Event> m_events;
};

}  // namespace kw::cuda

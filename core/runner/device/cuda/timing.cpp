// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/timing.h"

#include <algorithm>
#include <cmath>

#include "runner/device/cuda/buffers.h"
#include "runner/device/cuda/graph.h"
#include "runner/device/enough_samples.h"

namespace kw::cuda {
namespace {

// Enqueued without waiting, so that the device is never idle in between; short enough that a wish
// to stop is seen soon.
constexpr int mostSamplesPerBatch = 20;
constexpr double batchMilliseconds = 20;
constexpr double leastWarmMilliseconds = 0.2;
constexpr int mostSequencesPerSample = 2000;
// Restoring and flushing, which the deadline of a sequence does not count.
constexpr double preparingSeconds = 1;

}  // namespace

CUresult Timing::enqueueSets(const std::vector<TimingSteps::Set>& sets) const {
  for (const TimingSteps::Set& set : sets)
    if (const CUresult result = setWords(*m_gpu, set.to, set.pattern, set.bytes);
        result != CUDA_SUCCESS)
      return result;
  return CUDA_SUCCESS;
}

CUresult Timing::enqueueSequences() const {
  for (const TimingSteps::Sequence& sequence : m_steps.sequences) {
    if (const CUresult result = enqueueSets(sequence.timedSets); result != CUDA_SUCCESS)
      return result;
    for (const auto& launch : sequence.launches.launches)
      if (const CUresult result = launch->enqueue(*m_gpu); result != CUDA_SUCCESS) return result;
  }
  return CUDA_SUCCESS;
}

CUresult Timing::enqueueSample(const Body& body, CUevent begin, CUevent end) const {
  const DriverApi& api = m_gpu->api();
  CUstream stream = m_gpu->stream();
  for (const TimingSteps::Copy& copy : m_steps.restores)
    if (const CUresult result = api.cuMemcpyDtoDAsync(copy.to, copy.from, copy.bytes, stream);
        result != CUDA_SUCCESS)
      return result;
  if (const CUresult result = enqueueSets(m_steps.sets); result != CUDA_SUCCESS) return result;
  if (m_steps.flush != 0)
    if (const CUresult result = setWords(*m_gpu, m_steps.flush, 0, m_steps.flushBytes);
        result != CUDA_SUCCESS)
      return result;
  if (const CUresult result = api.cuEventRecord(begin, stream); result != CUDA_SUCCESS)
    return result;
  if (const CUresult result = body(); result != CUDA_SUCCESS) return result;
  return api.cuEventRecord(end, stream);
}

Status Timing::makeEvents(size_t count) {
  while (m_events.size() < count) {
    KW_ASSIGN(Event event, Event::make(m_gpu));
    m_events.push_back(std::move(event));
  }
  return {};
}

// Milliseconds of each sample, as many as ended well.
Result<std::vector<double>> Timing::batch(const Series& series, int samples,
                                          LaunchOutcome& outcome) {
  KW_TRY(makeEvents(2 * static_cast<size_t>(samples)));
  std::vector<double> times;
  for (int sample = 0; sample < samples; ++sample) {
    const size_t at = 2 * static_cast<size_t>(sample);
    const CUresult result = enqueueSample(series.body, m_events[at].get(), m_events[at + 1].get());
    if (result == CUDA_SUCCESS) continue;
    outcome = m_gpu->refusalOf(result);
    return times;
  }
  for (int sample = 0; sample < samples; ++sample) {
    const size_t at = 2 * static_cast<size_t>(sample);
    outcome = m_gpu->waitFor(m_events[at + 1].get(),
                             m_plan.deadlineSeconds * series.sequences + preparingSeconds);
    if (!outcome.ok()) return times;
    float milliseconds = 0;
    KW_TRY(m_gpu->check(
        m_gpu->api().cuEventElapsedTime(&milliseconds, m_events[at].get(), m_events[at + 1].get()),
        "reading events"));
    times.push_back(static_cast<double>(milliseconds));
  }
  return times;
}

int Timing::nextBatch(const Series& series, const TimingResult& result, int done,
                      double milliseconds) const {
  if (done == 0) return 1;  // how long one takes is not known yet
  const int left = series.discarded + series.kept - done;
  double room = batchMilliseconds / std::max(milliseconds, 1e-3);
  if (series.mayStopEarly && m_plan.protocol.caseSeconds > 0)
    room = std::min(room, (1000 * m_plan.protocol.caseSeconds - result.kernelMilliseconds) /
                              std::max(milliseconds, 1e-3));
  // One that may end after every few samples looks at them as often.
  const bool looksOften = series.mayStopEarly && m_plan.protocol.precision > 0;
  const int most = looksOften ? std::max(1, m_plan.protocol.leastLaunches) : mostSamplesPerBatch;
  return std::clamp(static_cast<int>(std::min(room, 1e6)), 1,
                    std::min({left, most, mostSamplesPerBatch}));
}

bool Timing::wasUndisturbed(size_t samples) {
  if (!m_nvml) return true;
  const DeviceState state = m_hasLooked ? m_nvml->look() : m_nvml->lookClosely();
  m_hasLooked = true;
  return m_watch.keeps(state, samples);
}

void Timing::take(const Series& series, const std::vector<double>& times, int& done,
                  TimingResult& result) const {
  for (const double time : times)
    if (done++ >= series.discarded) result.samples.push_back(time / series.sequences);
}

Status Timing::run(const Series& series, std::stop_token stop, TimingResult& result) {
  int done = 0;
  double milliseconds = 0;
  while (done < series.discarded + series.kept) {
    if (stop.stop_requested()) return failCancelled();
    const int samples = nextBatch(series, result, done, milliseconds);
    KW_ASSIGN(const std::vector<double> times, batch(series, samples, result.outcome));
    for (const double time : times)
      result.kernelMilliseconds += milliseconds = time;
    // What was slowed down is taken again.
    if (wasUndisturbed(times.size())) take(series, times, done, result);
    if (!result.outcome.ok()) return {};
    if (series.mayStopEarly && done < series.discarded + series.kept && isEnough(m_plan, result)) {
      result.stoppedEarly = true;
      return {};
    }
  }
  return {};
}

Result<TimingResult> Timing::single(std::stop_token stop) {
  TimingResult result;
  Series series;
  series.sequences = result.perSample = static_cast<int>(m_steps.sequences.size());
  const Body all = [this] { return enqueueSequences(); };
  const std::unique_ptr<Graph> graph = series.sequences > 1 ? Graph::capture(m_gpu, all) : nullptr;
  series.body = graph ? Body([&] { return graph->enqueue(); }) : all;
  series.discarded = m_plan.protocol.warmups;
  series.kept = m_plan.protocol.launches;
  series.mayStopEarly = true;
  KW_TRY(run(series, stop, result));
  result.conditions = m_watch.conditions();
  return result;
}

Result<TimingResult> Timing::several(std::stop_token stop) {
  TimingResult result;
  Series series;
  series.body = [this] { return enqueueSequences(); };
  series.kept = std::max(m_plan.protocol.warmups, 3);
  KW_TRY(run(series, stop, result));
  if (!result.outcome.ok()) return result;

  const double shortest = *std::min_element(result.samples.begin(), result.samples.end());
  result.samples.clear();
  series.sequences =
      static_cast<int>(std::clamp(std::ceil(leastWarmMilliseconds / std::max(shortest, 1e-4)), 1.0,
                                  double{mostSequencesPerSample}));
  result.perSample = series.sequences;
  const auto several = [this, count = series.sequences] {
    for (int sequence = 0; sequence < count; ++sequence)
      if (const CUresult enqueued = enqueueSequences(); enqueued != CUDA_SUCCESS) return enqueued;
    return CUDA_SUCCESS;
  };
  const std::unique_ptr<Graph> graph =
      series.sequences > 1 ? Graph::capture(m_gpu, several) : nullptr;
  series.body = graph ? Body([&] { return graph->enqueue(); }) : Body(several);
  series.discarded = 2;
  series.kept = m_plan.protocol.launches;
  series.mayStopEarly = true;
  KW_TRY(run(series, stop, result));
  result.conditions = m_watch.conditions();
  return result;
}

}  // namespace kw::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
// One run of a strategy on a recording: what it asked for, and how good the best was when.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/result/result.h"
#include "client/replay/recorded_space.h"
#include "client/search/strategy.h"

namespace kw {

struct SimulatedRun {
  uint64_t seed = 0;
  std::vector<uint32_t> asked;  // indices of the recorded space, in order
  // The strategy's own processor time for each of them, asking and being told; one per ask.
  std::vector<float> strategyMilliseconds;
  bool exhausted = false;  // it ended because nothing was left to ask
};

// As the engine would run it: asked and told through Asker, each candidate answered before the next
// is asked for. As on a device, a strategy with a window of n is told of an ask n - 1 asks late.
// Observation::relative is the time over that of the first usable configuration of the run, since a
// recording has no source kernel. ErrorKind::cancelled on `stop`; ErrorKind::failed where a
// strategy breaks its promises (an index twice, or outside the space).
Result<SimulatedRun> simulateRun(const RecordedSpace& recorded, std::unique_ptr<Strategy> strategy,
                                 uint64_t seed, size_t evaluations, const std::stop_token& stop);

// Best so far, followed along a run.
class BestSoFar {
 public:
  explicit BestSoFar(const RecordedSpace& recorded) : m_recorded(recorded) {}
  void add(size_t index);
  // The optimum's time over the best one's: 1 at the optimum, 0 while nothing usable was found.
  double fraction() const { return m_best > 0 ? m_recorded.bestMilliseconds() / m_best : 0; }
  double bestMilliseconds() const { return m_best; }  // 0: none yet
  size_t evaluations() const { return m_evaluations; }
  double seconds() const { return m_seconds; }  // recorded costs of all added so far

 private:
  const RecordedSpace& m_recorded;
  double m_best = 0;
  double m_seconds = 0;
  size_t m_evaluations = 0;
};

// The fraction of the optimum after so many asks, or after so many seconds of recorded costs, for
// each of `counts` and `times` (ascending); past the run's end what it ended with.
std::vector<double> fractionsAfter(const RecordedSpace& recorded, const SimulatedRun& run,
                                   const std::vector<size_t>& counts);
std::vector<double> fractionsAt(const RecordedSpace& recorded, const SimulatedRun& run,
                                const std::vector<double>& times);
double secondsOf(const RecordedSpace& recorded, const SimulatedRun& run);  // recorded costs, all

// Where a run first had `fraction` of the optimum; nothing if it never had.
struct Reached {
  size_t evaluations = 0;
  double seconds = 0;
};
std::optional<Reached> whenReached(const RecordedSpace& recorded, const SimulatedRun& run,
                                   double fraction);

}  // namespace kw

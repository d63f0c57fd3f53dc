// SPDX-License-Identifier: GPL-3.0-or-later
// What many simulated runs come to: the fraction of the optimum against evaluations and against
// time, and how long it took to come near it.
#pragma once

#include <cstddef>
#include <vector>

#include "base/statistics/statistics.h"
#include "client/replay/recorded_space.h"
#include "client/replay/simulation.h"

namespace kw {

// Over runs, of the fraction of the optimum (the best time in the space over the best one found; 0
// while nothing usable was found).
struct Fractions {
  double mean = 0;
  statistics::Interval meanInterval;  // 95 %, Student's t
  double median = 0;
  double worst = 0;
};

struct FractionsAtEvaluations {
  size_t evaluations = 0;
  Fractions fractions;
};
struct FractionsAtTime {
  double seconds = 0;  // of recorded costs
  Fractions fractions;
};

struct TimeToReach {
  double fraction = 0.95;
  size_t reached = 0;  // runs that did
  // Over runs; infinite where fewer than half of them reached it.
  double medianEvaluations = 0, medianSeconds = 0;
  // All that was spent in all runs, until reached or to their end, over the number of runs that
  // reached it: what it takes on average when a run that fails is followed by another. Infinite
  // where none did. (Expected running time; Hansen, Auger, Ros, Finck and Posik 2010.)
  double expectedEvaluations = 0, expectedSeconds = 0;
};

struct SimulationSummary {
  size_t runs = 0;
  std::vector<FractionsAtEvaluations> atEvaluations;
  std::vector<FractionsAtTime> atTime;  // empty where no costs were recorded
  TimeToReach reach;
  double strategyMilliseconds = 0;  // its own time per evaluation, median over all of all runs
};

// 1, 2, 5, 10, … up to `last`, and `last`.
std::vector<size_t> usualCounts(size_t last);
// The same of seconds, from the recording's mean cost of one evaluation to what the longest run
// took. Empty where no costs were recorded.
std::vector<double> usualTimes(const RecordedSpace& recorded,
                               const std::vector<SimulatedRun>& runs);

// `runs` must not be empty; `counts` and `times` are ascending. Runs that ended before one of
// `counts` (the space was exhausted) keep what they had; so do runs that were over before one of
// `times`.
SimulationSummary summarise(const RecordedSpace& recorded, const std::vector<SimulatedRun>& runs,
                            const std::vector<size_t>& counts, const std::vector<double>& times,
                            double fractionToReach = 0.95);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/replay/simulation_summary.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace kw {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

Fractions spread(const std::vector<double>& fractions) {
  return {.mean = statistics::mean(fractions),
          .meanInterval = statistics::meanInterval95(fractions),
          .median = statistics::median(fractions),
          .worst = *std::ranges::min_element(fractions)};
}

// Of each run's values at the same points, the values of all runs at each point.
std::vector<std::vector<double>> gathered(
    const std::vector<SimulatedRun>& runs, size_t points,
    const std::function<std::vector<double>(const SimulatedRun&)>& valuesOf) {
  std::vector<std::vector<double>> all(points);
  for (const SimulatedRun& run : runs) {
    const std::vector<double> values = valuesOf(run);
    for (size_t i = 0; i < points; ++i)
      all[i].push_back(values[i]);
  }
  return all;
}

TimeToReach timeToReach(const RecordedSpace& recorded, const std::vector<SimulatedRun>& runs,
                        double fraction) {
  TimeToReach reach{.fraction = fraction};
  std::vector<double> evaluations, seconds;
  double spentEvaluations = 0, spentSeconds = 0;
  for (const SimulatedRun& run : runs) {
    const std::optional<Reached> reached = whenReached(recorded, run, fraction);
    if (reached) ++reach.reached;
    evaluations.push_back(reached ? static_cast<double>(reached->evaluations) : never);
    seconds.push_back(reached ? reached->seconds : never);
    spentEvaluations += static_cast<double>(reached ? reached->evaluations : run.asked.size());
    spentSeconds += reached ? reached->seconds : secondsOf(recorded, run);
  }
  const auto count = static_cast<double>(reach.reached);
  reach.medianEvaluations = statistics::median(evaluations);
  reach.medianSeconds = statistics::median(seconds);
  reach.expectedEvaluations = reach.reached > 0 ? spentEvaluations / count : never;
  reach.expectedSeconds = reach.reached > 0 ? spentSeconds / count : never;
  return reach;
}

double medianStrategyMilliseconds(const std::vector<SimulatedRun>& runs) {
  std::vector<double> all;
  for (const SimulatedRun& run : runs)
    all.insert(all.end(), run.strategyMilliseconds.begin(), run.strategyMilliseconds.end());
  return all.empty() ? 0 : statistics::median(all);
}

double meanCost(const RecordedSpace& recorded) {
  double sum = 0;
  for (size_t i = 0; i < recorded.space().size(); ++i)
    sum += recorded.costSeconds(i);
  return sum / static_cast<double>(recorded.space().size());
}

}  // namespace

std::vector<size_t> usualCounts(size_t last) {
  std::vector<size_t> counts;
  for (size_t decade = 1; decade < last; decade *= 10) {
    for (const size_t factor : {1, 2, 5})
      if (decade * factor < last) counts.push_back(decade * factor);
    if (decade > last / 10) break;
  }
  counts.push_back(last);
  return counts;
}

std::vector<double> usualTimes(const RecordedSpace& recorded,
                               const std::vector<SimulatedRun>& runs) {
  if (!recorded.hasCosts()) return {};
  double longest = 0;
  for (const SimulatedRun& run : runs)
    longest = std::max(longest, secondsOf(recorded, run));
  const double least = meanCost(recorded);
  std::vector<double> times;
  for (double decade = std::pow(10, std::floor(std::log10(least))); decade < longest; decade *= 10)
    for (const double factor : {1.0, 2.0, 5.0})
      if (decade * factor >= least && decade * factor < longest) times.push_back(decade * factor);
  return times;
}

SimulationSummary summarise(const RecordedSpace& recorded, const std::vector<SimulatedRun>& runs,
                            const std::vector<size_t>& counts, const std::vector<double>& times,
                            double fractionToReach) {
  const auto after = gathered(runs, counts.size(), [&](const SimulatedRun& run) {
    return fractionsAfter(recorded, run, counts);
  });
  const auto at = gathered(runs, times.size(), [&](const SimulatedRun& run) {
    return fractionsAt(recorded, run, times);
  });
  SimulationSummary summary{.runs = runs.size()};
  for (size_t i = 0; i < counts.size(); ++i)
    summary.atEvaluations.push_back({counts[i], spread(after[i])});
  for (size_t i = 0; i < times.size(); ++i)
    summary.atTime.push_back({times[i], spread(at[i])});
  summary.reach = timeToReach(recorded, runs, fractionToReach);
  summary.strategyMilliseconds = medianStrategyMilliseconds(runs);
  return summary;
}

}  // namespace kw

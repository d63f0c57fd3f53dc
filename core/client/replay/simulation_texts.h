// SPDX-License-Identifier: GPL-3.0-or-later
// Simulations as text: a table for people, curves for other programs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "client/replay/recorded_space.h"
#include "client/replay/simulation.h"
#include "client/replay/simulation_summary.h"

namespace kw {

struct NamedSummary {
  std::string strategy;
  SimulationSummary summary;
};

// "convolution_kernel on NVIDIA RTX A4000: 4,362 configurations, 4,201 of them usable, the best
// takes 1.234 ms"
std::string recordingText(const RecordedSpace& recorded);

// A line for each strategy under two lines of headings: the mean fraction of the optimum with half
// its interval at each of the summaries' counts (the same in all), median and worst at the last,
// and what it took to reach the fraction asked for.
std::vector<std::string> simulationTable(const std::vector<NamedSummary>& summaries);

// Comma-separated values, the first line being `curvesHeading`: a line for each strategy and each
// number of evaluations (about a thousand at most), then for each of as many times.
inline constexpr std::string_view curvesHeading =
    "strategy,against,at,mean_fraction,mean_low,mean_high,median_fraction,worst_fraction,runs\n";
std::string curvesOf(const RecordedSpace& recorded, const std::string& strategy,
                     const std::vector<SimulatedRun>& runs);  // without the heading

}  // namespace kw

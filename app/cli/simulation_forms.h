// SPDX-License-Identifier: GPL-3.0-or-later
// The lines that `kwr simulate --json` prints. Recorded times are seconds and end in _seconds; what
// was never reached is null.
#pragma once

#include <vector>

#include "base/json/value.h"
#include "client/replay/recorded_space.h"
#include "client/replay/simulation.h"
#include "client/replay/simulation_texts.h"

namespace kw::cli {

// {"event":"simulated","strategy",…}: what the runs of one strategy come to.
json::Value simulationEvent(const NamedSummary& named, const Simulation& simulation);
// The last line. "mean_fraction" and what stands beside it are the first strategy's at the end of
// its budget; "strategies" holds all.
json::Value simulationSummary(const RecordedSpace& recorded,
                              const std::vector<NamedSummary>& summaries);

}  // namespace kw::cli

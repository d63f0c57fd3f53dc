// SPDX-License-Identifier: GPL-3.0-or-later
// Many runs of a strategy on a recording, on all processors.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/replay/recorded_space.h"
#include "client/replay/simulated_run.h"

namespace kw {

struct SimulationOptions {
  std::string strategy = "auto";
  size_t evaluations = 200;  // of each run, at most
  size_t repeats = 100;      // at least 1
  uint64_t seed = 1;         // run r's seed is made of this and r, whatever the strategy
  unsigned threads = 0;      // 0: as many as there are processors
};

struct Simulation {
  std::string strategy;            // what ran: "auto" resolved as the engine resolves it
  std::vector<SimulatedRun> runs;  // in the order of r; those that were finished
  bool cancelled = false;
};

// `note` is told how many runs are finished, on some thread of the pool, never on two at once.
// An unknown strategy is ErrorKind::badInput. On `stop`, what was finished is given, with
// `cancelled` set.
Result<Simulation> simulate(const RecordedSpace& recorded, const SimulationOptions& options,
                            const std::function<void(size_t finished)>& note,
                            const std::stop_token& stop);

}  // namespace kw

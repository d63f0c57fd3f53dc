// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is going to do, settled before anything is sent to a device.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "client/engine/engine.h"
#include "client/evaluator/evaluator.h"

namespace kw {

struct Plan {
  ValidSpace space;
  Protocol protocol;
  std::string strategy;  // never "auto"
  uint64_t seed = 1;
  size_t known = 0;  // evaluations of this template in the session
  std::vector<std::string> warnings;
};

// Faults: no evaluators or ones of different models (both are named), a problem without a template,
// an unknown strategy, an empty space.
Result<Plan> planRun(const LoadedProblem& problem, const std::vector<Evaluator*>& evaluators,
                     const TuneOptions& options, std::stop_token stop);

// What the session adds to it. A fault where it holds another problem. With `resume`, strategy and
// seed are those of the session's last run.
Status consultSession(Plan& plan, const LoadedProblem& problem, const DeviceInfo& device,
                      const TuneOptions& options, Session& session);

}  // namespace kw

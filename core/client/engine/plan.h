// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is going to do, settled before anything is sent to a device.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "client/engine/engine.h"
#include "client/evaluator/evaluator.h"
#include "client/replay/replay_file.h"

namespace kw {

struct Plan {
  ValidSpace space;
  Protocol protocol;
  // What identifies how candidates are timed: protocol.text(), or how they were timed where a
  // recording answers.
  std::string protocolText;
  // Candidates are compared with a source kernel, which is measured first. Without one, with each
  // other.
  bool hasSource = true;
  std::string strategy;  // never "auto"
  uint64_t seed = 1;
  size_t known = 0;  // evaluations of this template in the session
  std::vector<std::string> warnings;
};

// Faults: no evaluators or ones of different models (both are named), a problem without a template,
// an unknown strategy, an empty space.
Result<Plan> planRun(const LoadedProblem& problem, const std::vector<Evaluator*>& evaluators,
                     const TuneOptions& options, std::stop_token stop);

// A session is about one problem, in any number of revisions: a fault where it holds another.
Status checkIsAbout(const LoadedProblem& problem, Session& session);

// A fault where `problem` is not what was recorded.
Status checkIsReplayed(const LoadedProblem& problem, const ReplayFile& replay);

// Likewise where a recording answers: its configurations are the space, and no kernel is needed.
// Faults: an unknown strategy, and that of checkIsReplayed().
Result<Plan> planReplay(const LoadedProblem& problem, const ReplayFile& replay,
                        const TuneOptions& options);

// What the session adds to it. A fault where it holds another problem. With `resume`, strategy and
// seed are those of the session's last run.
Status consultSession(Plan& plan, const LoadedProblem& problem, const DeviceInfo& device,
                      const TuneOptions& options, Session& session);

}  // namespace kw

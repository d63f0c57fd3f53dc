// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles one candidate: evaluated first where it was not yet, then walked through the tree.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "client/engine/engine.h"
#include "client/profile/walker.h"

namespace kw {

struct ProfilingOptions {
  std::string caseName;   // "": the performance case that takes longest
  bool modelled = false;  // no counters, though there may be some
  uint64_t seed = 1;      // of the check, where it is evaluated
  bool keeps = true;      // stores in the session
  // What is known of the candidate; of another device, it does not count.
  std::optional<Evaluation> known;
  // Where counters come from in place of the engine's device, and what the profile calls that.
  CounterSource* counters = nullptr;
  std::string collector;
  WalkOptions walk;
  std::function<void(const std::string& phase)> started;  // may be empty
};

// `session` may be null: what it holds of the candidate is used, and what is found is stored there.
// ErrorKind::failed where the candidate is not right: its profile would say nothing.
Result<Profile> profileCandidate(Engine& engine, const LoadedProblem& problem,
                                 const Candidate& candidate, const Protocol& protocol,
                                 const Policy& policy, const ProfilingOptions& options,
                                 Session* session, std::stop_token stop);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands that run candidates (tune, verify, verify-export) have in common: their
// options, and starting the engine.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/common_options.h"
#include "client/engine/engine.h"

namespace kw::cli {

struct RunOptions {
  std::string problem;
  DeviceOptions device;
  SeedOption seed;
  SessionOption session;
  ProtocolOptions protocol;
  // The operand PROBLEM.
  void addOperandTo(Arguments& arguments);
  // The options, after those of the command itself. `seedMeaning` stands in the help.
  void addTo(Arguments& arguments, const std::string& seedMeaning);
};

// Shows what is being waited for: on the status line, or as notices where there is none.
std::function<void(const std::string&)> progressNotes(Output& output);

// Starts the runners and opens the problem on them.
Result<std::unique_ptr<Engine>> openEngine(const RunnerChoice& choice, const LoadedProblem& problem,
                                           uint64_t seed, Context& context);

}  // namespace kw::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run_options.h"

namespace kw::cli {

void RunOptions::addOperandTo(Arguments& arguments) {
  arguments.operand("PROBLEM", problem, "folder, problem.json or name of a library kernel");
}

void RunOptions::addTo(Arguments& arguments, const std::string& seedMeaning) {
  device.addTo(arguments);
  session.addTo(arguments);
  seed.addTo(arguments, seedMeaning);
  protocol.addTo(arguments);
}

std::function<void(const std::string&)> progressNotes(Output& output) {
  return [&output](const std::string& text) {
    output.hasStatusLine() ? output.setStatus(text) : output.notice(text);
  };
}

Result<std::unique_ptr<Engine>> openEngine(const RunnerChoice& choice, const LoadedProblem& problem,
                                           uint64_t seed, Context& context) {
  return Engine::open(choice, problem, seed, progressNotes(context.output), context.stop);
}

}  // namespace kw::cli

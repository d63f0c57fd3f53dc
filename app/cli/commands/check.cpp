// SPDX-License-Identifier: GPL-3.0-or-later
// kwr check: reads a problem and reports every fault with its place.
#include <algorithm>
#include <memory>

#include "base/result/message.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/json_forms.h"
#include "cli/run_options.h"
#include "model/formats/wording.h"
#include "model/space/valid_space.h"

namespace kw::cli {

namespace {

std::string contentText(const Problem& problem) {
  const auto timed =
      static_cast<size_t>(std::count_if(problem.cases.begin(), problem.cases.end(),
                                        [](const Case& which) { return which.performance; }));
  std::string text = problem.name + ": " + countText(problem.arguments.size(), "argument") + ", " +
                     countText(problem.cases.size(), "case") + " (" + std::to_string(timed) +
                     " timed), ";
  text += problem.space
              ? "a template with " + countText(problem.space->parameters.size(), "parameter")
              : std::string("no template: it can be verified, but not tuned");
  return text + ".";
}

// So many can be numbered even if all are valid; for larger spaces `kwr space` knows the device's
// limits, which may leave fewer.
constexpr double mostCombinations = 9e18;

// Constraints that cannot be evaluated, and those that leave nothing whatever the device is.
Status checkSpace(const LoadedProblem& loaded) {
  if (!loaded.problem.space) return {};
  Space space = *loaded.problem.space;
  if (cartesianSizeOf(space) > mostCombinations) return {};
  std::erase_if(space.constraints, [](const expression::Expression& constraint) {
    return std::ranges::any_of(constraint.names(),
                               [](const std::string& name) { return name.starts_with("device."); });
  });
  auto valid = ValidSpace::build(space, [](std::string_view) { return std::nullopt; });
  if (valid) return {};
  Error error = std::move(valid).error();
  if (error.place.empty()) error.place.file = loaded.problem.spaceFile;
  return fail(std::move(error));
}

struct Options {
  std::string problem;
  std::string device;  // empty: nothing is run
  std::vector<std::string> runners;
};

// What only shows on a device: whether oracle and tolerance can tell right from wrong, among
// others.
Result<std::vector<std::string>> openingWarnings(const Options& options,
                                                 const LoadedProblem& problem, Context& context) {
  if (options.device.empty() && options.runners.empty()) return std::vector<std::string>();
  const RunnerChoice choice{options.runners, options.device.empty() ? "auto" : options.device};
  KW_ASSIGN(const auto engine, openEngine(choice, problem, 1, context));
  context.output.clearStatus();
  return engine->openingWarnings();
}

Result<int> runCheck(const Options& options, Context& context) {
  KW_ASSIGN(LoadedProblem loaded, loadProblem(options.problem));
  KW_TRY(checkSpace(loaded));
  context.output.say(contentText(loaded.problem));
  KW_ASSIGN(const auto further, openingWarnings(options, loaded, context));
  loaded.warnings.insert(loaded.warnings.end(), further.begin(), further.end());
  for (const std::string& warning : loaded.warnings)
    context.output.say("Warning: " + readable(warning));
  context.output.say("No faults.");
  json::Value line = summary();
  line.set("problem", loaded.problem.name);
  line.set("arguments", loaded.problem.arguments.size());
  line.set("cases", loaded.problem.cases.size());
  line.set("parameters",
           loaded.problem.space ? loaded.problem.space->parameters.size() : size_t{0});
  line.set("warnings", strings(loaded.warnings));
  context.output.event(line);
  return 0;
}

}  // namespace

void addCheck(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command =
      commands.parser.command("check", "read a problem and report every fault with its place");
  command.operand("PROBLEM", options->problem, "folder, problem.json or name of a library kernel");
  command.option(
      "--device", options->device,
      "also open it on auto, cuda:N or host: kernels that do nothing of use must fail there");
  command.repeatable("--runner", options->runners, "a command line that starts a runner");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runCheck(*options, context); };
  });
}

}  // namespace kw::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// kwr verify: judges one candidate, with inputs that no earlier run has seen.
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "cli/json_forms.h"
#include "cli/run_options.h"
#include "client/engine/sanitizing.h"
#include "client/session/session_standing.h"
#include "model/formats/checks.h"
#include "model/formats/wording.h"
#include "model/space/space_file.h"
#include "model/space/valid_space.h"

namespace kw::cli {

namespace {

constexpr int thoroughSeeds = 3;

struct Options {
  RunOptions run;
  std::string configuration;
  bool source = false;
  bool best = false;
  bool every = false;
  bool thorough = false;
  std::string depth = "full";
  std::optional<uint64_t> checkSeed;
};

// Drawn at run time, so that no candidate can have been made for it; below 2^53, exact in any JSON
// reader.
uint64_t freshSeed() {
  std::random_device device;
  return ((uint64_t{device()} << 32) | device()) >> 11;
}

Result<Configuration> bestOf(const Options& options, const LoadedProblem& problem) {
  KW_ASSIGN(const std::unique_ptr<Session> session,
            openForReading(options.run.session.path(problem)));
  KW_ASSIGN(const Standing standing, standingIn(*session, problem));
  if (const Evaluation* best = standing.bestEvaluation()) return best->candidate.configuration;
  return failInput(
      "the session " + session->path().string() + " holds no verified candidate of this problem",
      {}, "`kwr tune` finds one; --config names a configuration");
}

Result<Candidate> candidateOf(const Options& options, const LoadedProblem& problem) {
  Candidate source{false, problem.sourceHash, {}};
  if (options.configuration.empty() && !options.best) return source;
  if (!problem.problem.space)
    return failInput("the problem " + problem.problem.name +
                     " has no template, so it has no configurations");
  Configuration configuration;
  if (options.best) {
    KW_ASSIGN(configuration, bestOf(options, problem));
  } else {
    KW_ASSIGN(configuration, readConfiguration(options.configuration, *problem.problem.space));
  }
  if (configuration.empty()) return source;  // nothing was faster than the source
  return Candidate{true, problem.templateHash, std::move(configuration)};
}

// Every valid configuration on this device, in the order of their numbers.
Result<std::vector<Candidate>> everyCandidate(const LoadedProblem& problem,
                                              const DeviceInfo& device, std::stop_token stop) {
  if (!problem.problem.space)
    return failInput("the problem " + problem.problem.name +
                     " has no template, so it has no configurations");
  KW_ASSIGN(const ValidSpace space,
            ValidSpace::build(*problem.problem.space, deviceLookup(device), stop));
  std::vector<Candidate> all;
  for (size_t index = 0; index < space.size(); ++index)
    all.push_back({true, problem.templateHash, space.at(index)});
  return all;
}

struct Judged {
  DeviceInfo device;
  uint64_t seed = 0;
  Evaluation evaluation;
  std::string problem;  // as it was named to us
};

Result<Judged> judge(const Options& options, Engine& engine, const Candidate& candidate,
                     uint64_t seed, Context& context) {
  // Drawn here, so that a failure can be asked for again.
  const Depth wanted = options.thorough ? Depth::thorough : *depth(options.depth);
  const Scrutiny scrutiny{.depth = wanted,
                          .seed = options.checkSeed.value_or(freshSeed() | 1),
                          .sparesNoTime = wanted == Depth::thorough};
  context.output.setStatus("Verifying " + configurationText(candidate.configuration));
  KW_ASSIGN(Evaluation evaluation,
            engine.evaluate(candidate, options.run.protocol.on(engine.device()), nullptr,
                            context.stop, scrutiny));
  context.output.clearStatus();
  return Judged{engine.device(), seed, std::move(evaluation), options.run.problem};
}

void say(Output& output, const Judged& judged) {
  const Evaluation& evaluation = judged.evaluation;
  if (judged.device.isHost()) output.say(hostHeading);
  std::string text = configurationText(evaluation.candidate.configuration) + " on " +
                     judged.device.model + ", seed " + std::to_string(judged.seed) + ": " +
                     verdictText(evaluation.verdict);
  if (evaluation.verdict.ok() && !evaluation.verdict.oracle.empty())
    text += "; oracle: " + evaluation.verdict.oracle;
  output.say(text + ".");
  if (!evaluation.verdict.detail.empty()) output.say(evaluation.verdict.detail);
  for (const std::string& line : checkTexts(evaluation))
    output.say("  " + line);
  if (evaluation.verdict.kind == VerdictKind::wrong ||
      evaluation.verdict.kind == VerdictKind::crashed)
    output.say("  Again: " + reproducingCommand(judged.problem, judged.device.id, evaluation));
  for (const Measurement& measurement : evaluation.measurements)
    output.say("  " + measurement.caseName + ", " + measurement.state + ": " +
               timeText(measurement.median) + " (95 %: " + timeText(measurement.low) + " to " +
               timeText(measurement.high) + ")");
}

json::Value lineOf(const Judged& judged) {
  json::Value line = json::Value::object({{"event", "verified"}, {"seed", judged.seed}});
  if (!judged.evaluation.verdict.ok())
    line.set("again", reproducingCommand(judged.problem, judged.device.id, judged.evaluation));
  const json::Value evaluation = evaluationJson(judged.evaluation);
  for (const auto& [key, value] : evaluation.asObject())
    line.set(key, value);
  return line;
}

Status checkChoice(const Options& options) {
  const int choices = int{options.source} + int{options.best} + int{options.every} +
                      int{!options.configuration.empty()};
  if (choices > 1)
    return failInput("--config, --best, --every and --source exclude each other", {},
                     "give one of them");
  if (depth(options.depth)) return {};
  return failInput("--depth is quick, full or thorough, not \"" + options.depth + "\"");
}

// With one opening of the problem: `only`, or every one, with the inputs of a seed.
Result<bool> judgeAll(const Options& options, const LoadedProblem& problem,
                      const std::optional<Candidate>& only, uint64_t seed,
                      std::optional<Judged>& last, Context& context) {
  KW_ASSIGN(const auto engine, openEngine(options.run.device.choice(), problem, seed, context));
  std::vector<Candidate> candidates;
  if (only) {
    candidates.push_back(*only);
  } else {
    KW_ASSIGN(candidates, everyCandidate(problem, engine->device(), context.stop));
  }
  std::optional<Judged> refused;
  for (const Candidate& candidate : candidates) {
    KW_ASSIGN(last, judge(options, *engine, candidate, seed, context));
    if (!last->evaluation.verdict.ok() && !refused) refused = last;
    say(context.output, *last);
    context.output.event(lineOf(*last));
  }
  if (refused) last = refused;
  return !refused;
}

Result<int> runVerify(const Options& options, Context& context) {
  KW_TRY(checkChoice(options));
  KW_ASSIGN(const LoadedProblem problem, loadProblem(options.run.problem));
  // Before a runner is started: what a wrong word costs is then nothing.
  std::optional<Candidate> only;
  if (!options.every) {
    KW_ASSIGN(only, candidateOf(options, problem));
  }
  const int times = options.thorough && !options.checkSeed ? thoroughSeeds : 1;
  std::optional<Judged> last;
  bool verified = true;
  for (int i = 0; i < times && verified; ++i) {
    const uint64_t seed =
        options.run.seed.seed ? *options.run.seed.seed + static_cast<uint64_t>(i) : freshSeed();
    KW_ASSIGN(verified, judgeAll(options, problem, only, seed, last, context));
  }
  if (!last) return failInput("the space has no valid configuration on this device");
  if (verified && options.thorough && !options.every) {
    // Only now, since a device has one runner at a time.
    const Verdict& verdict = last->evaluation.verdict;
    const size_t notes = verdict.unchecked.size();
    KW_TRY(runSanitizers({.choice = options.run.device.choice(), .seed = last->seed}, problem,
                         last->device, last->evaluation, progressNotes(context.output),
                         context.stop));
    context.output.clearStatus();
    verified = verdict.ok();
    if (!verified || verdict.unchecked.size() > notes || !verdict.sanitizers.empty()) {
      say(context.output, *last);
      context.output.event(lineOf(*last));
    }
  }
  json::Value line = summary();
  line.set("problem", problem.problem.name);
  line.set("device", last->device.id);
  line.set("seeds", times);
  line.set("verified", verified);
  line.set("evaluation", evaluationJson(last->evaluation));
  if (!verified)
    addError(line, Error{ErrorKind::failed, verdictText(last->evaluation.verdict), {}, {}});
  context.output.event(line);
  return verified ? 0 : exitStatus(ErrorKind::failed);
}

}  // namespace

void addVerify(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "verify", "judge and time the source kernel or one candidate, with fresh inputs");
  options->run.addOperandTo(command);
  command.option(
      "--config", options->configuration,
      "a configuration, such as BLOCK=256,VEC=4; without it, or with --source, the source "
      "kernel is verified");
  command.flag("--source", options->source, "the source kernel");
  command.flag("--best", options->best, "the best candidate of the session");
  command.flag("--every", options->every, "every valid configuration, one after the other");
  command.option("--depth", options->depth,
                 "how hard to look: quick (all cases), full (other inputs and repeats too; the "
                 "default) or thorough");
  command.flag(
      "--thorough", options->thorough,
      "depth thorough, with three fresh seeds: 20 repeats, five distributions of inputs on "
      "all cases, guards beside buffers where the device has them, other orders of threads and "
      "sanitizers on the host device, compute-sanitizer on a GPU of this machine where it is "
      "installed");
  command.option("--check-seed", options->checkSeed,
                 "of other inputs and numbers of launches; drawn at run time otherwise");
  options->run.addTo(command, "of the inputs; drawn at run time otherwise");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runVerify(*options, context); };
  });
}

}  // namespace kw::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// kwr verify: judges one candidate, with inputs that no earlier run has seen.
#include <memory>
#include <random>

#include "cli/json_forms.h"
#include "cli/run_options.h"
#include "model/formats/wording.h"
#include "model/space/space_file.h"

namespace kw::cli {

namespace {

constexpr int thoroughSeeds = 3;

struct Options {
  RunOptions run;
  std::string configuration;
  bool source = false;
  bool best = false;
  bool thorough = false;
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
  KW_ASSIGN(std::vector<Evaluation> evaluations, session->evaluations());
  KW_ASSIGN(std::vector<Duel> duels, session->duels());
  const Standing standing = standingOf(problem, std::move(evaluations), std::move(duels));
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

struct Judged {
  DeviceInfo device;
  uint64_t seed = 0;
  Evaluation evaluation;
};

Result<Judged> judge(const Options& options, const LoadedProblem& problem,
                     const Candidate& candidate, uint64_t seed, Context& context) {
  KW_ASSIGN(const auto engine, openEngine(options.run.device.choice(), problem, seed, context));
  context.output.setStatus("Verifying " + configurationText(candidate.configuration));
  KW_ASSIGN(Evaluation evaluation,
            engine->evaluate(candidate, options.run.protocol.on(engine->device()), nullptr,
                             context.stop));
  context.output.clearStatus();
  return Judged{engine->device(), seed, std::move(evaluation)};
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
  for (const Measurement& measurement : evaluation.measurements)
    output.say("  " + measurement.caseName + ", " + measurement.state + ": " +
               timeText(measurement.median) + " (95 %: " + timeText(measurement.low) + " to " +
               timeText(measurement.high) + ")");
}

json::Value lineOf(const Judged& judged) {
  json::Value line = json::Value::object({{"event", "verified"}, {"seed", judged.seed}});
  const json::Value evaluation = evaluationJson(judged.evaluation);
  for (const auto& [key, value] : evaluation.asObject())
    line.set(key, value);
  return line;
}

Status checkChoice(const Options& options) {
  const int choices = int{options.source} + int{options.best} + int{!options.configuration.empty()};
  if (choices <= 1) return {};
  return failInput("--config, --best and --source exclude each other", {}, "give one of them");
}

Result<int> runVerify(const Options& options, Context& context) {
  KW_TRY(checkChoice(options));
  KW_ASSIGN(const LoadedProblem problem, loadProblem(options.run.problem));
  KW_ASSIGN(const Candidate candidate, candidateOf(options, problem));
  const int times = options.thorough ? thoroughSeeds : 1;
  if (options.thorough)
    context.output.notice("--thorough today verifies with " + std::to_string(thoroughSeeds) +
                          " fresh seeds; it runs no further tools.");
  std::optional<Judged> last;
  bool verified = true;
  for (int i = 0; i < times && verified; ++i) {
    const uint64_t seed =
        options.run.seed.seed ? *options.run.seed.seed + static_cast<uint64_t>(i) : freshSeed();
    KW_ASSIGN(last, judge(options, problem, candidate, seed, context));
    verified = last->evaluation.verdict.ok();
    say(context.output, *last);
    context.output.event(lineOf(*last));
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
  command.flag("--thorough", options->thorough, "with three fresh seeds");
  options->run.addTo(command, "of the inputs; drawn at run time otherwise");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runVerify(*options, context); };
  });
}

}  // namespace kw::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// kwr verify: judges one candidate, with inputs that no earlier run has seen.
#include <memory>
#include <random>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/json_forms.h"
#include "model/formats/wording.h"
#include "model/space/space_file.h"

namespace kw::cli {

namespace {

constexpr int thoroughSeeds = 3;

struct Options {
  std::string problem;
  std::string configuration;
  bool best = false;
  bool thorough = false;
  DeviceOptions device;
  SeedOption seed;
  SessionOption session;
  ProtocolOptions protocol;
};

// Drawn at run time, so that no candidate can have been made for it; below 2^53, exact in any JSON
// reader.
uint64_t freshSeed() {
  std::random_device device;
  return ((uint64_t{device()} << 32) | device()) >> 11;
}

Result<Configuration> bestOf(const Options& options, const LoadedProblem& problem) {
  KW_ASSIGN(const std::unique_ptr<Session> session, openForReading(options.session.path(problem)));
  KW_ASSIGN(std::vector<Evaluation> evaluations, session->evaluations());
  const Standing standing = standingOf(problem, std::move(evaluations));
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
  const auto note = [&output = context.output](const std::string& text) { output.setStatus(text); };
  KW_ASSIGN(const auto engine,
            Engine::open(options.device.choice(), problem, seed, note, context.stop));
  context.output.setStatus("Verifying " + configurationText(candidate.configuration));
  KW_ASSIGN(
      Evaluation evaluation,
      engine->evaluate(candidate, options.protocol.on(engine->device()), nullptr, context.stop));
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

Result<int> runVerify(const Options& options, Context& context) {
  if (options.best && !options.configuration.empty())
    return failInput("--config and --best exclude each other");
  KW_ASSIGN(const LoadedProblem problem, loadProblem(options.problem));
  KW_ASSIGN(const Candidate candidate, candidateOf(options, problem));
  const int times = options.thorough ? thoroughSeeds : 1;
  if (options.thorough)
    context.output.notice("--thorough today verifies with " + std::to_string(thoroughSeeds) +
                          " fresh seeds; it runs no further tools.");
  std::optional<Judged> last;
  bool verified = true;
  for (int i = 0; i < times && verified; ++i) {
    const uint64_t seed =
        options.seed.seed ? *options.seed.seed + static_cast<uint64_t>(i) : freshSeed();
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
  command.operand("PROBLEM", options->problem, "folder, problem.json or name of a library kernel");
  command.option("--config", options->configuration, "a configuration, such as BLOCK=256,VEC=4");
  command.flag("--best", options->best, "the best candidate of the session");
  command.flag("--thorough", options->thorough, "with three fresh seeds");
  options->device.addTo(command);
  options->session.addTo(command);
  options->seed.addTo(command, "of the inputs; drawn at run time otherwise");
  options->protocol.addTo(command);
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runVerify(*options, context); };
  });
}

}  // namespace kw::cli

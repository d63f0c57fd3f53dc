// SPDX-License-Identifier: GPL-3.0-or-later
// kwr compare: two candidates of a session measured against each other in turns.
#include <algorithm>
#include <climits>
#include <memory>
#include <optional>

#include "cli/json_forms.h"
#include "cli/run_options.h"
#include "client/session/session_standing.h"
#include "model/formats/duel_texts.h"
#include "model/formats/wording.h"
#include "model/problem/recorded_problem.h"
#include "model/space/space_file.h"

namespace kw::cli {

namespace {

struct Options {
  std::string session;
  std::string first;
  std::string second;
  std::optional<int> fewestBlocks;
  std::optional<int> mostBlocks;
  DeviceOptions device;
  SeedOption seed;
  ProtocolOptions protocol;
  bool keepsNothing = false;
};

// "source", "best" or a configuration.
Result<Candidate> candidateOf(const std::string& text, const LoadedProblem& problem,
                              Session& session) {
  const Candidate source{false, problem.sourceHash, {}};
  if (text == "source") return source;
  if (!problem.problem.space)
    return failInput("the problem " + problem.problem.name +
                         " has no template, so it has no configuration " + text,
                     {}, "name `source`");
  if (text != "best") {
    KW_ASSIGN(Configuration configuration, readConfiguration(text, *problem.problem.space));
    return Candidate{true, problem.templateHash, std::move(configuration)};
  }
  KW_ASSIGN(const Standing standing, standingIn(session, problem));
  if (const Evaluation* best = standing.bestEvaluation()) return best->candidate;
  return failInput("the session " + session.path().string() + " holds no verified candidate", {},
                   "`kwr tune` finds one; name a configuration");
}

Result<std::unique_ptr<Session>> openSession(const Options& options) {
  if (options.keepsNothing) return openForReading(options.session);
  KW_TRY(openForReading(options.session));
  return Session::open(options.session, Session::Mode::readWrite);
}

Status checkBlocks(const Options& options) {
  if (options.mostBlocks.value_or(INT_MAX) >= options.fewestBlocks.value_or(0)) return {};
  return failInput("--most-blocks is below --fewest-blocks", {},
                   "give at least " + std::to_string(*options.fewestBlocks));
}

DuelSettings settingsOf(const Options& options, const DeviceInfo& device, uint64_t seed) {
  DuelSettings settings = defaultDuelSettings(device);
  settings.order = seed;
  if (options.fewestBlocks) settings.fewestBlocks = *options.fewestBlocks;
  settings.mostBlocks = std::max(settings.mostBlocks, settings.fewestBlocks);
  if (options.mostBlocks) settings.mostBlocks = *options.mostBlocks;
  settings.fewestBlocks = std::min(settings.fewestBlocks, settings.mostBlocks);
  return settings;
}

Result<int> runCompare(const Options& options, Context& context) {
  KW_TRY(checkBlocks(options));
  KW_ASSIGN(const std::unique_ptr<Session> session, openSession(options));
  KW_ASSIGN(const LoadedProblem problem, problemOf(*session));
  KW_TRY(requireKernel(problem.problem));
  KW_ASSIGN(const Candidate first, candidateOf(options.first, problem, *session));
  KW_ASSIGN(const Candidate second, candidateOf(options.second, problem, *session));
  const uint64_t seed = options.seed.seed.value_or(1);
  KW_ASSIGN(const auto engine, openEngine(options.device.choice(), problem, seed, context));
  context.output.setStatus("Measuring in turns");
  const DuelSettings settings = settingsOf(options, engine->device(), seed);
  const auto started = [&context](const std::string& phase) {
    context.output.setStatus("Measuring in turns: " + phase);
  };
  KW_ASSIGN(const Duel duel,
            engine->duel(first, second, options.protocol.on(engine->device()), settings,
                         options.keepsNothing ? nullptr : session.get(), started, context.stop));
  context.output.clearStatus();
  if (engine->device().isHost()) context.output.say(hostHeading);
  context.output.say(engine->device().model + ": " + duelText(duel) + ".");
  if (duel.cases.size() > 1)
    for (const std::string& text : duelCaseTexts(duel))
      context.output.say("  " + text);
  context.output.say("Both verified before and after; oracle: " + duel.oracle + ".");
  json::Value line = summary();
  line.set("problem", problem.problem.name);
  line.set("device", engine->device().id);
  const json::Value whole = duelJson(duel);
  for (const auto& [key, value] : whole.asObject())
    line.set(key, value);
  context.output.event(line);
  return 0;
}

}  // namespace

void addCompare(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "compare", "measure two candidates against each other in turns, with an interval");
  command.operand("SESSION", options->session, "session file");
  command.operand("A", options->first, "source, best, or a configuration such as BLOCK=256,VEC=4");
  command.operand("B", options->second, "likewise");
  command.option("--fewest-blocks", options->fewestBlocks, 2, 100000,
                 "a block is four turns: A, B, B, A or the other way round");
  command.option("--most-blocks", options->mostBlocks, 2, 100000,
                 "it ends before, once the interval is narrow");
  command.flag("--keep-nothing", options->keepsNothing, "do not store it in the session");
  options->device.addTo(command);
  options->seed.addTo(command, "of the inputs and of who begins a block (1)");
  options->protocol.addTo(command);
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runCompare(*options, context); };
  });
}

}  // namespace kw::cli

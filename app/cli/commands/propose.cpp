// SPDX-License-Identifier: GPL-3.0-or-later
// kwr propose: asks a language model for templates, has each reviewed, and searches what it makes.
#include <memory>

#include "cli/json_forms.h"
#include "cli/output_places.h"
#include "cli/proposal_review.h"
#include "cli/provider_choice.h"
#include "cli/questions.h"
#include "cli/run_options.h"
#include "client/agent/agent_run.h"
#include "client/agent/branch.h"
#include "client/agent/time_limit.h"
#include "client/search/registry.h"
#include "model/formats/wording.h"

namespace kw::cli {

namespace {

constexpr int mostRounds = 1000;
constexpr int mostRoundNumber = 1'000'000;

struct Options {
  RunOptions run;
  ProviderOptions provider;
  std::string strategy = "auto", budget = "24", review = "ask", roles = "one", prompts, time;
  std::optional<int> rounds, repairs, patience, from;
  std::vector<std::string> notes;
};

Status checkReview(const Options& options, const Context& context) {
  if (options.review != "ask" && options.review != "accept-verified")
    return failInput("--review is ask or accept-verified, not \"" + options.review + "\"");
  if (options.review == "accept-verified" || canAsk(context.output)) return {};
  return failInput(
      "a proposal has to be reviewed before anything of it runs, and there is no "
      "terminal to ask at",
      {}, "--review accept-verified takes those that are verified, unattended");
}

Result<AgentRoles> rolesOf(const std::string& text) {
  if (text == "one") return AgentRoles::one;
  if (text == "split") return AgentRoles::split;
  return failInput("--roles is one or split, not \"" + text + "\"");
}

Result<AgentOptions> agentOptions(const Options& options,
                                  const language::ChosenProvider& provider) {
  AgentOptions agent;
  agent.measuring.choice = options.run.device.choice();
  KW_ASSIGN(agent.measuring.budget, Budget::parse(options.budget));
  KW_ASSIGN(agent.roles, rolesOf(options.roles));
  agent.measuring.strategy = options.strategy;
  agent.measuring.seed = options.run.seed.seed.value_or(1);
  agent.rounds = options.rounds.value_or(agent.rounds);
  agent.repairs = options.repairs.value_or(agent.repairs);
  agent.patience = options.patience.value_or(agent.patience);
  KW_ASSIGN(agent.time, readTimeLimit("--most-time", options.time));
  agent.provider = provider.name;
  agent.prompts = options.prompts;
  for (const std::string& folder : options.notes)
    agent.notes.emplace_back(folder);
  return agent;
}

json::Value roundLine(const Round& round) {
  json::Value line = json::Value::object({{"event", "round"}, {"id", round.id}});
  const json::Value whole = toJson(round);
  for (const auto& [key, value] : whole.asObject())
    line.set(key, value);
  return line;
}

void sayRound(const Round& round, Context& context) {
  context.output.event(roundLine(round));
  if (round.ending == RoundEnding::open) return;
  std::string text =
      "Round " + std::to_string(round.number) + ": " + std::string(name(round.ending));
  if (const std::string measured = expectationText(round); !measured.empty())
    text += "; " + measured;
  if (!round.configuration.empty()) text += "; " + round.configuration;
  if (!round.message.empty()) text += "; " + round.message;
  context.output.say(text);
}

AgentHooks hooksOf(const Options& options, Context& context) {
  AgentHooks hooks;
  hooks.note = progressNotes(context.output);
  hooks.changed = [&context](const Round& round) { sayRound(round, context); };
  hooks.leaves = [&context, asks = options.review == "ask"](const language::Outgoing& outgoing) {
    return showOutgoing(outgoing, asks, context);
  };
  hooks.review = [&context, asks = options.review == "ask"](
                     const Round& round, const LoadedProblem& before,
                     const LoadedProblem& proposed) -> Result<ReviewAnswer> {
    context.output.clearStatus();
    if (asks) return reviewAtTerminal(round, before, proposed, context);
    context.output.say(proposalText(round, before, proposed));
    return ReviewAnswer{};
  };
  hooks.listener.onWait = [&context](const language::Wait& wait) {
    context.output.notice("attempt " + std::to_string(wait.attempt) + " failed (" + wait.reason +
                          "); the next one in " +
                          durationText(static_cast<double>(wait.length.count()) / 1000));
  };
  return hooks;
}

void tell(const AgentSummary& summary, const language::Spending& spending, Context& context,
          json::Value& line) {
  const std::string spent = spending.spent().text();
  const Evaluation* best = summary.measured.standing.bestEvaluation();
  context.output.say("Ended: " + summary.ended + ". Spent: " + spent + ".");
  if (best)
    context.output.say("Best: " + configurationText(best->candidate.configuration) + ", " +
                       timeText(best->geomean) + ", " + ratioText(summary.speedup.ratio) +
                       " over the source (95 %: " + ratioText(summary.speedup.interval95.low) +
                       " to " + ratioText(summary.speedup.interval95.high) + ")");
  line.set("ended", summary.ended);
  line.set("spent", spent);
  line.set("rounds", static_cast<int64_t>(summary.rounds.size()));
  line.set("usable_rounds", summary.usable);
  line.set("speedup", summary.speedup.ratio);
  line.set("speedup_low", summary.speedup.interval95.low);
  line.set("speedup_high", summary.speedup.interval95.high);
  if (best) line.set("best", evaluationJson(*best));
}

Result<int> runPropose(const Options& options, Context& context) {
  KW_TRY(checkReview(options, context));
  KW_TRY(checkStrategyName(options.strategy));
  KW_ASSIGN(const LoadedProblem problem, loadProblem(options.run.problem));
  KW_ASSIGN(const language::ChosenProvider provider,
            chooseProvider(options.provider, problem, context));
  KW_ASSIGN(AgentOptions agent, agentOptions(options, provider));
  KW_ASSIGN(SessionPlace place, SessionPlace::find(options.run.session, problem));
  KW_ASSIGN(const std::unique_ptr<Session> session, place.open());
  if (options.from) {
    KW_ASSIGN(const std::vector<Round> rounds, session->rounds());
    KW_ASSIGN(agent.from, roundNumbered(rounds, *options.from));
  }
  language::Spending spending(provider.budget);
  KW_ASSIGN(const AgentSummary summary,
            runAgent(agent, problem, *provider.model, provider.prices, spending, *session,
                     hooksOf(options, context), context.stop));
  context.output.clearStatus();
  KW_TRY(session->flush());
  json::Value line = cli::summary();
  line.set("problem", problem.problem.name);
  line.set("session", session->path().string());
  tell(summary, spending, context, line);
  context.output.say("Session: " + session->path().string());
  context.output.event(line);
  if (summary.cancelled) return exitStatus(ErrorKind::cancelled);
  return summary.usable > 0 ? 0 : exitStatus(ErrorKind::failed);
}

}  // namespace

void addPropose(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "propose", "ask a language model for a better template, review it, and search it");
  options->run.addOperandTo(command);
  options->provider.addTo(command);
  command.option("--rounds", options->rounds, 1, mostRounds, "how often it is asked (3)");
  command.option("--repairs", options->repairs, 0, 10,
                 "replies that may be asked for anew in a round, with what is wrong (2)");
  command.option("--patience", options->patience, 0, mostRounds,
                 "end after so many rounds without a gain; 0: never (2)");
  command.option(
      "--roles", options->roles,
      "one: a call rewrites; split: calls for analysis, planning, templating and testing");
  command.option("--most-time", options->time,
                 "end after so long, such as 20m; a round that is open is gone on with next time");
  command.option("--from", options->from, 0, mostRoundNumber,
                 "branch: begin with the template that this round left, or began with where it "
                 "measured none; 0: with the problem's own");
  command.option("--review", options->review,
                 "ask: nothing runs before a person accepts it; accept-verified: unattended");
  command.option("--strategy", options->strategy, "how each space is searched");
  command.option("--budget", options->budget, "of each search: candidates (24) or time (60s)");
  command.option(
      "--prompts", options->prompts,
      "a folder with prompts in the place of ours (facts, system, analysis, planning, rewrite, "
      "templating, testing, repair: .txt)");
  command.repeatable("--notes", options->notes,
                     "a folder of notes or documentation to draw on besides ours; repeatable");
  options->run.addTo(command, "of the inputs and the searches (1)");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runPropose(*options, context); };
  });
}

}  // namespace kw::cli

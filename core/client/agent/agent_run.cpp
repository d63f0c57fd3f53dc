// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/agent_run.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/clock/clock.h"
#include "base/files/files.h"
#include "client/agent/branch.h"
#include "client/agent/model_calls.h"
#include "client/agent/rewrite_prompt.h"
#include "client/agent/round_play.h"
#include "client/agent/starting_point.h"
#include "client/agent/time_limit.h"
#include "client/guidance/guidance.h"
#include "model/formats/wording.h"

namespace kw {

namespace {

class AgentRun {
 public:
  AgentRun(const AgentParts& parts, const LoadedProblem& problem, const TimeLimit& limit)
      : m_parts(parts), m_options(parts.options), m_limit(limit), m_calls(parts) {
    m_state.problem = problem;
  }

  Result<AgentSummary> run() {
    KW_TRY(language::checkBudget(m_parts.spending.budget(), m_parts.prices));
    KW_TRY(checkPrompts(m_options.prompts));
    KW_TRY(openGuidance());
    KW_TRY(findStart());
    m_parts.session.storeProblem(m_state.problem, {});
    auto measured = measureProblem(m_options.measuring, m_state.problem, defaultPolicy(),
                                   m_parts.session, m_parts.hooks.note, m_parts.stop);
    if (!measured && m_limit.isOver()) return ended(timeIsOver());
    if (!measured) {
      KW_TRY(storeFastest());
      return fail(measured.error());
    }
    m_state.measured = std::move(*measured);
    for (int i = 0; i < m_options.rounds; ++i) {
      if (const std::string end = reasonToEnd(); !end.empty()) return ended(end);
      const Status done = playRound();
      if (!done && done.error().kind == ErrorKind::cancelled) return stopped();
      if (!done) return endedBy(done.error());
    }
    const auto rounds = static_cast<size_t>(m_options.rounds);
    return ended(rounds == 1 ? "its one round is over"
                             : "all " + countText(rounds, "round") + " are over");
  }

 private:
  // --- before and after

  Status findStart() {
    KW_ASSIGN(m_rounds, m_parts.session.rounds());
    KW_ASSIGN(StartingPoint start,
              startingPoint(m_state.problem, m_rounds, m_options.from, m_options.provider));
    for (const std::string& text : start.remarks)
      m_parts.tell(text);
    for (Round& round : m_rounds) {
      if (round.ending != RoundEnding::open || round.id == start.resumed) continue;
      round.ending = RoundEnding::cancelled;
      round.message = "left open by an earlier run, and not gone on with";
      round.ended = utcNow();
      m_parts.session.storeRound(round, {});
    }
    m_state.problem = std::move(start.problem);
    m_head = start.head;
    m_resumed = start.resumed;
    m_hasGained = m_head != 0;
    return {};
  }

  Status openGuidance() {
    std::vector<std::filesystem::path> folders{files::dataFolder() / "resources" / "guidance"};
    folders.insert(folders.end(), m_options.notes.begin(), m_options.notes.end());
    std::vector<std::string> left;
    KW_ASSIGN(Guidance guidance, Guidance::open(folders, left));
    for (const std::string& text : left)
      m_parts.tell(text);
    m_guidance.emplace(std::move(guidance));
    return {};
  }

  std::string timeIsOver() const {
    return "the time of " + durationText(static_cast<double>(m_options.time->count()) / 1000) +
           " is over";
  }

  std::string reasonToEnd() const {
    if (m_limit.isOver()) return timeIsOver();
    if (m_options.patience > 0 && m_fruitless >= m_options.patience)
      return countText(static_cast<size_t>(m_fruitless), "round") + " without a gain";
    return {};
  }

  Result<AgentSummary> ended(const std::string& why) {
    KW_TRY(storeFastest());
    m_summary.ended = why;
    m_summary.speedup = m_state.measured.speedup();
    m_summary.problem = std::move(m_state.problem);
    m_summary.measured = std::move(m_state.measured);
    return std::move(m_summary);
  }

  // As the session's problem: that of another branch where this one is slower.
  Status storeFastest() const {
    const Round* other =
        fastestGain(m_rounds, m_head, m_state.problem.templateHash, milliseconds());
    if (!other) {
      m_parts.session.storeProblem(m_state.problem, {});
      return {};
    }
    m_parts.tell("Round " + std::to_string(other->number) +
                 " gained more, in another branch: the session's template stays that one");
    KW_ASSIGN(const LoadedProblem problem, problemAt(m_state.problem, m_rounds, other->id));
    m_parts.session.storeProblem(problem, {});
    return {};
  }

  // Of the state, as far as it is known: infinite for what only rounds have gained over.
  double milliseconds() const {
    if (const Evaluation* best = m_state.measured.standing.bestEvaluation()) return best->geomean;
    const Round* head = roundWithId(m_rounds, m_head);
    return head && head->bestAfter > 0 ? head->bestAfter : std::numeric_limits<double>::infinity();
  }

  // By the person, the time or a budget, of which none is a fault.
  Result<AgentSummary> stopped() {
    if (m_limit.isOver()) return ended(timeIsOver());
    if (!m_calls.spentBudget().empty()) return ended(m_calls.spentBudget());
    m_summary.cancelled = true;
    return ended("stopped");
  }
  // What was gained before counts all the same.
  Result<AgentSummary> endedBy(const Error& error) {
    if (m_summary.rounds.size() <= 1 && !m_hasGained) return fail(error);
    return ended("ended by a failure: " + error.text());
  }

  // --- a round

  Status playRound() {
    PromptFacts facts = factsNow();
    const int64_t resumed = std::exchange(m_resumed, 0);
    const Round* open = roundWithId(m_rounds, resumed);
    if (!open) {
      // Else there would be a round of which nothing was asked.
      const bool isSplit = m_options.roles == AgentRoles::split;
      KW_ASSIGN(const language::Request first,
                rolePrompt(isSplit ? CallRole::analysis : CallRole::templating, facts,
                           m_options.prompts));
      if (!m_calls.mayAsk(first)) return failCancelled();
    }
    m_summary.rounds.push_back(open ? *open : begun());
    Round& round = m_summary.rounds.back();
    round.message.clear();
    m_parts.store(round);
    RoundPlay play(m_parts, m_calls, m_state, round);
    Status played = play.play(std::move(facts));
    finish(round, played);
    if (play.gain()) {
      m_state = std::move(*play.gain());
      m_parts.session.storeProblem(m_state.problem, {});
      m_head = round.id;
    }
    KW_TRY(m_parts.session.flush());
    return played;
  }

  Round begun() const {
    Round round;
    round.parent = m_head;
    for (const Round& earlier : m_rounds)
      round.number = std::max(round.number, earlier.number);
    ++round.number;
    round.provider = m_options.provider;
    round.begun = utcNow();
    round.templateBefore = m_state.problem.templateHash;
    if (m_state.measured.profile) round.regime = m_state.measured.profile->regime;
    if (const Evaluation* best = m_state.measured.standing.bestEvaluation())
      round.bestBefore = best->geomean;
    return round;
  }

  // A round that was only stopped stays open: the next run goes on with it.
  void finish(Round& round, const Status& played) {
    if (!played && played.error().kind == ErrorKind::cancelled) {
      round.message =
          m_calls.spentBudget().empty() ? "stopped before its end" : m_calls.spentBudget();
    } else if (!played) {
      round.ending = RoundEnding::unfit;
      round.message = played.error().text();
    }
    if (round.ending != RoundEnding::open) round.ended = utcNow();
    m_parts.store(round);
    const auto known = std::ranges::find(m_rounds, round.id, &Round::id);
    if (known == m_rounds.end())
      m_rounds.push_back(round);
    else
      *known = round;
    count(round);
  }

  void count(const Round& round) {
    if (round.ending != RoundEnding::open && round.ending != RoundEnding::unfit) ++m_summary.usable;
    // A person who rejects may want the next one all the more.
    if (round.ending == RoundEnding::gained)
      m_fruitless = 0;
    else if (round.ending != RoundEnding::rejected && round.ending != RoundEnding::open)
      ++m_fruitless;
    m_hasGained = m_hasGained || round.ending == RoundEnding::gained;
  }

  PromptFacts factsNow() const {
    const MeasuredProblem& now = m_state.measured;
    PromptFacts facts;
    facts.problem = &m_state.problem;
    facts.device = &now.device;
    facts.profile = now.profile ? &*now.profile : nullptr;
    facts.source = now.standing.sourceEvaluation();
    const Evaluation* best = now.standing.bestEvaluation();
    facts.best = best && best->candidate.isTemplate ? best : nullptr;
    facts.earlier = branchOf(m_rounds, m_head);
    if (facts.profile)
      facts.notes = m_guidance->find(guidanceWords(*facts.profile), m_options.mostNotes);
    return facts;
  }

  const AgentParts& m_parts;
  const AgentOptions& m_options;
  const TimeLimit& m_limit;
  ModelCalls m_calls;
  AgentState m_state;
  AgentSummary m_summary;
  std::vector<Round> m_rounds;  // of the session
  std::optional<Guidance> m_guidance;
  int64_t m_head = 0;     // the round whose template the state has
  int64_t m_resumed = 0;  // the round to go on with
  int m_fruitless = 0;
  bool m_hasGained = false;
};

}  // namespace

Result<AgentSummary> runAgent(const AgentOptions& options, const LoadedProblem& problem,
                              language::LanguageModel& model, const language::Prices& prices,
                              language::Spending& spending, Session& session,
                              const AgentHooks& hooks, std::stop_token stop) {
  const TimeLimit limit(std::move(stop), options.time);
  const AgentParts parts{options, model, prices, spending, session, hooks, limit.token()};
  return AgentRun(parts, problem, limit).run();
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/agent_run.h"

#include <algorithm>
#include <utility>

#include "base/clock/clock.h"
#include "base/files/files.h"
#include "base/files/hash.h"
#include "client/agent/proposed_problem.h"
#include "client/agent/rewrite_prompt.h"
#include "client/guidance/guidance.h"
#include "client/language_model/extract_json.h"
#include "client/language_model/prompt_text.h"
#include "model/formats/wording.h"

namespace kw {

namespace {

std::vector<std::string> sizeNames(const Problem& problem) {
  std::vector<std::string> names;
  for (const Case& one : problem.cases)
    for (const auto& [size, value] : one.sizes)
      if (std::ranges::find(names, size) == names.end()) names.push_back(size);
  return names;
}

// A failure to report to whoever wrote the reply, against one that ends the run.
struct Judged {
  bool isUsable = false;
  std::string fault;
};

class AgentRun {
 public:
  AgentRun(const AgentOptions& options, const LoadedProblem& problem,
           language::LanguageModel& model, const language::Prices& prices,
           language::Spending& spending, Session& session, const AgentHooks& hooks,
           std::stop_token stop)
      : m_options(options),
        m_model(model),
        m_prices(prices),
        m_spending(spending),
        m_session(session),
        m_hooks(hooks),
        m_stop(std::move(stop)) {
    m_summary.problem = problem;
  }

  Result<AgentSummary> run() {
    KW_TRY(closeOpenRounds());
    KW_TRY(goOnFromLastGain());
    KW_TRY(openGuidance());
    m_session.storeProblem(m_summary.problem, {});
    KW_ASSIGN(m_summary.measured, measured(m_summary.problem));
    for (int i = 0; i < m_options.rounds; ++i) {
      if (const std::string end = reasonToEnd(); !end.empty()) return ended(end);
      const Status done = playRound();
      if (!done && done.error().kind == ErrorKind::cancelled) return cancelled();
      if (!done) return endedBy(done.error());
    }
    return ended("all " + countText(static_cast<size_t>(m_options.rounds), "round") + " are over");
  }

 private:
  // --- before and after

  Status closeOpenRounds() {
    KW_ASSIGN(m_earlier, m_session.rounds());
    for (Round& round : m_earlier) {
      if (round.ending != RoundEnding::open) continue;
      round.ending = RoundEnding::cancelled;
      round.message = "the program ended before the round did";
      m_session.storeRound(round, {});
    }
    return {};
  }

  const Round* earlier(int64_t id) const {
    const auto found = std::ranges::find(m_earlier, id, &Round::id);
    return found == m_earlier.end() ? nullptr : &*found;
  }

  // What an earlier run has gained, where it began with the template that the problem has now.
  Status goOnFromLastGain() {
    const auto last = std::find_if(m_earlier.rbegin(), m_earlier.rend(), [](const Round& round) {
      return round.ending == RoundEnding::gained && round.proposal;
    });
    if (last == m_earlier.rend()) return {};
    const Round* first = &*last;
    for (const Round* before = earlier(first->parent); before && before->id < first->id;
         before = earlier(first->parent))
      first = before;
    const std::string number = std::to_string(last->number);
    if (first->templateBefore != m_summary.problem.templateHash) {
      tell(
          "The session's rounds began with another template than the problem has now: what round " +
          number + " gained is left aside");
      return {};
    }
    KW_ASSIGN(m_summary.problem, withProposal(m_summary.problem, *last->proposal));
    m_head = last->id;
    m_hasGained = true;
    tell("Going on from the template of round " + number);
    return {};
  }

  Status openGuidance() {
    std::vector<std::filesystem::path> folders{files::dataFolder() / "resources" / "guidance"};
    folders.insert(folders.end(), m_options.notes.begin(), m_options.notes.end());
    std::vector<std::string> left;
    KW_ASSIGN(Guidance guidance, Guidance::open(folders, left));
    for (const std::string& text : left)
      tell(text);
    m_guidance.emplace(std::move(guidance));
    return {};
  }

  std::string reasonToEnd() const {
    if (m_options.patience > 0 && m_fruitless >= m_options.patience)
      return countText(static_cast<size_t>(m_fruitless), "round") + " without a gain";
    return {};
  }

  AgentSummary ended(const std::string& why) {
    m_summary.ended = why;
    m_summary.speedup = m_summary.measured.speedup();
    m_session.storeProblem(m_summary.problem, {});
    return std::move(m_summary);
  }
  AgentSummary cancelled() {
    m_summary.cancelled = true;
    return ended("stopped");
  }
  // What was gained before counts all the same.
  Result<AgentSummary> endedBy(const Error& error) {
    if (m_summary.rounds.size() <= 1 && !m_hasGained) return fail(error);
    return ended("ended by a failure: " + error.text());
  }

  void tell(const std::string& text) const {
    if (m_hooks.note) m_hooks.note(text);
  }

  Result<MeasuredProblem> measured(const LoadedProblem& problem) {
    return measureProblem(m_options.measuring, problem, defaultPolicy(), m_session, m_hooks.note,
                          m_stop);
  }

  // --- a round

  Status playRound() {
    m_summary.rounds.push_back(begun());
    Round& round = m_summary.rounds.back();
    store(round);
    Status played = play(round);
    if (!played) {
      round.ending =
          played.error().kind == ErrorKind::cancelled ? RoundEnding::cancelled : RoundEnding::unfit;
      round.message = played.error().text();
    }
    round.ended = utcNow();
    store(round);
    m_earlier.push_back(round);
    // A person who rejects may want the next one all the more.
    if (round.ending == RoundEnding::gained)
      m_fruitless = 0;
    else if (round.ending != RoundEnding::rejected)
      ++m_fruitless;
    m_hasGained = m_hasGained || round.ending == RoundEnding::gained;
    KW_TRY(m_session.flush());
    return played;
  }

  Round begun() const {
    Round round;
    round.parent = m_head;
    round.number = static_cast<int>(m_earlier.size()) + 1;
    round.provider = m_options.provider;
    round.begun = utcNow();
    round.templateBefore = m_summary.problem.templateHash;
    if (m_summary.measured.profile) round.regime = m_summary.measured.profile->regime;
    if (const Evaluation* best = m_summary.measured.standing.bestEvaluation())
      round.bestBefore = best->geomean;
    return round;
  }

  void store(Round& round) {
    round.id = m_session.storeRound(round, {});
    if (m_hooks.changed) m_hooks.changed(round);
  }

  Status play(Round& round) {
    KW_ASSIGN(language::Request request, firstRequest());
    for (int tries = 0; tries <= m_options.repairs; ++tries) {
      KW_TRY(ask(request, round));
      KW_ASSIGN(const Judged judged, judge(round));
      if (judged.isUsable) return {};
      round.calls.back().fault = judged.fault;
      store(round);
      KW_ASSIGN(request, repairPrompt(std::move(request), round.calls.back().reply, judged.fault,
                                      m_options.prompts));
    }
    round.ending = RoundEnding::unfit;
    round.message = "no usable reply in " + countText(round.calls.size(), "attempt") + ": " +
                    round.calls.back().fault;
    return {};
  }

  Result<language::Request> firstRequest() const {
    const MeasuredProblem& now = m_summary.measured;
    PromptFacts facts;
    facts.problem = &m_summary.problem;
    facts.device = &now.device;
    facts.profile = now.profile ? &*now.profile : nullptr;
    facts.source = now.standing.sourceEvaluation();
    const Evaluation* best = now.standing.bestEvaluation();
    facts.best = best && best->candidate.isTemplate ? best : nullptr;
    facts.earlier = m_earlier;
    if (facts.profile)
      facts.notes = m_guidance->find(guidanceWords(*facts.profile), m_options.mostNotes);
    return rewritePrompt(facts, m_options.prompts);
  }

  Status showFirst(const language::Request& request) {
    if (std::exchange(m_hasAsked, true) || !m_hooks.leaves) return {};
    KW_ASSIGN(const language::Outgoing outgoing, m_model.preview(request));
    return m_hooks.leaves(outgoing);
  }

  Status ask(const language::Request& request, Round& round) {
    KW_TRY(showFirst(request));
    tell("Asking " + m_options.provider);
    ProposalCall call;
    call.prompt = language::promptText(request);
    call.promptHash = files::contentHash(call.prompt);
    auto reply =
        language::completeWithin(m_spending, m_prices, m_model, request, m_hooks.listener, m_stop);
    if (!reply) {
      call.fault = reply.error().text();
      round.calls.push_back(std::move(call));
      return fail(reply.error());
    }
    call.model = reply->model;
    call.reply = reply->text;
    call.inputTokens = reply->usage.input;
    call.outputTokens = reply->usage.output;
    call.money = m_prices.of(reply->usage);
    call.milliseconds = static_cast<double>(reply->wall.count());
    if (reply->finish == language::FinishReason::length)
      call.fault = "the reply was cut at the limit of tokens";
    round.calls.push_back(std::move(call));
    store(round);
    return {};
  }

  // Reads the last reply, has it reviewed, and measures it.
  Result<Judged> judge(Round& round) {
    auto proposal = read(round.calls.back());
    if (!proposal) return Judged{false, proposal.error().text()};
    auto proposed = withProposal(m_summary.problem, *proposal);
    if (!proposed) return Judged{false, proposed.error().text()};
    round.proposal = std::move(*proposal);
    round.decision = ReviewDecision::waiting;
    store(round);
    KW_ASSIGN(ReviewAnswer answer, m_hooks.review(round, m_summary.problem, *proposed));
    round.decision = answer.decision;
    round.note = answer.note;
    if (answer.decision == ReviewDecision::rejected) {
      round.ending = RoundEnding::rejected;
      return Judged{true, {}};
    }
    if (answer.decision == ReviewDecision::edited && answer.edited) {
      round.proposal = std::move(*answer.edited);
      KW_ASSIGN(*proposed, withProposal(m_summary.problem, *round.proposal));
    }
    store(round);
    return measure(round, std::move(*proposed));
  }

  Result<Proposal> read(const ProposalCall& call) const {
    auto object = language::extractJson(call.reply);
    if (object) return readProposal(object->value, sizeNames(m_summary.problem.problem));
    if (call.fault.empty()) return fail(object.error());
    return failInput(call.fault + "; " + object.error().message);
  }

  Result<Judged> measure(Round& round, LoadedProblem proposed) {
    round.templateAfter = proposed.templateHash;
    KW_ASSIGN(MeasuredProblem after, measured(proposed));
    if (!after.fault.empty()) return Judged{false, after.fault};
    KW_ASSIGN(const Speedup gain,
              measureGain(m_options.measuring, m_summary.problem, m_summary.measured, proposed,
                          after, m_hooks.note, m_stop));
    round.measuredSpeedup = gain.ratio;
    round.low = gain.interval95.low;
    round.high = gain.interval95.high;
    if (const Evaluation* best = after.standing.bestEvaluation()) {
      round.bestAfter = best->geomean;
      round.configuration = best->candidate.configuration.text();
    }
    round.ending = round.low > 1    ? RoundEnding::gained
                   : round.high < 1 ? RoundEnding::lost
                                    : RoundEnding::level;
    if (round.ending != RoundEnding::gained) return Judged{true, {}};
    m_summary.problem = std::move(proposed);
    m_summary.measured = std::move(after);
    m_session.storeProblem(m_summary.problem, {});
    m_head = round.id;
    return Judged{true, {}};
  }

  const AgentOptions& m_options;
  language::LanguageModel& m_model;
  const language::Prices& m_prices;
  language::Spending& m_spending;
  Session& m_session;
  const AgentHooks& m_hooks;
  std::stop_token m_stop;
  AgentSummary m_summary;
  std::vector<Round> m_earlier;
  std::optional<Guidance> m_guidance;
  int64_t m_head = 0;
  int m_fruitless = 0;
  bool m_hasGained = false, m_hasAsked = false;
};

}  // namespace

Result<AgentSummary> runAgent(const AgentOptions& options, const LoadedProblem& problem,
                              language::LanguageModel& model, const language::Prices& prices,
                              language::Spending& spending, Session& session,
                              const AgentHooks& hooks, std::stop_token stop) {
  return AgentRun(options, problem, model, prices, spending, session, hooks, std::move(stop)).run();
}

}  // namespace kw

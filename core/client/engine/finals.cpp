// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/finals.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "client/engine/final_look.h"
#include "client/session/session_standing.h"
#include "model/formats/wording.h"

namespace kw {

namespace {

class Finals {
 public:
  Finals(Engine& engine, const LoadedProblem& problem, Session& session,
         const FinalsOptions& options, const std::function<void(const std::string&)>& note,
         std::stop_token stop)
      : m_engine(engine),
        m_problem(problem),
        m_session(session),
        m_options(options),
        m_note(note),
        m_stop(std::move(stop)) {}

  // Whoever turns out to be wrong is out, and the others begin again.
  Result<Standing> run() {
    while (true) {
      KW_ASSIGN(Standing standing, read());
      const std::vector<Candidate> finalists = finalistsOf(standing, m_options);
      if (finalists.empty()) return standing;
      // Else it would begin again for ever: a key that is there already is not stored anew.
      for (const Candidate& one : finalists)
        if (std::ranges::find(m_out, one) != m_out.end())
          return fail(configurationText(one.configuration) +
                          " was found wrong at the end, where the session holds that it is right",
                      "verify it: kwr verify --thorough --config " + one.configuration.text());
      KW_ASSIGN(const bool settled, settle(standing, finalists));
      if (settled) return read();
    }
  }

 private:
  Result<Standing> read() {
    return standingIn(m_session, m_problem, m_engine.device().uuid, m_options.protocol.text());
  }

  // False where one of them is out.
  Result<bool> settle(const Standing& standing, const std::vector<Candidate>& finalists) {
    const Candidate source = standing.sourceEvaluation()->candidate;
    Candidate leader = finalists.front();
    std::vector<Candidate> level;  // with the leader
    for (size_t i = 1; i < finalists.size(); ++i) {
      KW_ASSIGN(const auto outcome, meetRight(standing, leader, finalists[i]));
      if (!outcome) return false;
      if (*outcome == DuelOutcome::secondFaster) {
        leader = finalists[i];
        level.clear();
      } else if (*outcome != DuelOutcome::firstFaster) {
        level.push_back(finalists[i]);
      }
    }
    KW_ASSIGN(const auto outcome, meetRight(standing, source, leader));
    if (!outcome) return false;
    KW_ASSIGN(const bool right, look(standing, leader, m_options.sanitizing));
    if (!right) return false;
    KW_TRY(look(standing, source, {}));
    KW_TRY(lookAtOthers(standing, level));
    return true;
  }

  // Those that are level with the leader may be taken in its place. A fault puts them out, and
  // changes nothing for the leader.
  Status lookAtOthers(const Standing& standing, const std::vector<Candidate>& level) {
    const auto end = std::chrono::steady_clock::now() + othersLimit();
    std::string left;
    for (const Candidate& one : level) {
      if (std::chrono::steady_clock::now() < end) {
        KW_TRY(look(standing, one, {}));
      } else {
        left += (left.empty() ? "" : "; ") + configurationText(one.configuration);
      }
    }
    if (m_note && !left.empty())
      m_note("Level with the best and, for lack of time, not looked at thoroughly: " + left);
    return {};
  }
  std::chrono::seconds othersLimit() const {
    return m_options.othersLimit.value_or(
        std::chrono::seconds(m_engine.device().isHost() ? 0 : 60));
  }

  // Whether it is right.
  Result<bool> look(const Standing& standing, const Candidate& candidate,
                    const std::optional<SanitizingJob>& sanitizing) {
    KW_ASSIGN(const Evaluation seen, finalLook(m_engine, m_problem, standing,
                                               {candidate, sanitizing}, m_session, m_note, m_stop));
    if (!seen.verdict.ok() && !candidate.isTemplate)
      return fail("the source kernel is not right any more: " + seen.verdict.message);
    if (seen.verdict.ok()) return true;
    // What only could not be tried (an oracle that failed, no memory) says nothing against it.
    const bool isOut = isFault(seen.verdict.kind);
    if (isOut) m_out.push_back(candidate);
    if (m_note)
      m_note((isOut ? "Out: " : "No last look at ") + configurationText(candidate.configuration) +
             ": " + verdictText(seen.verdict));
    return !isOut;
  }

  // None where a duel found one of the two not to be right, and the look at both says which.
  Result<std::optional<DuelOutcome>> meetRight(const Standing& standing, const Candidate& first,
                                               const Candidate& second) {
    auto outcome = meet(standing, first, second);
    if (outcome) return std::optional(*outcome);
    if (outcome.error().kind != ErrorKind::failed) return fail(outcome.error());
    for (const Candidate* one : {&first, &second}) {
      KW_ASSIGN(const bool right, look(standing, *one, {}));
      if (!right) return std::optional<DuelOutcome>();
    }
    return fail(outcome.error());
  }

  Result<DuelOutcome> meet(const Standing& standing, const Candidate& first,
                           const Candidate& second) {
    if (const Duel* known =
            findDuel(standing.duels, first, second, standing.deviceId, standing.protocol))
      return resultOf(known->first == first ? *known : reversed(*known)).outcome;
    if (m_note)
      m_note("Measuring " + configurationText(first.configuration) + " and " +
             configurationText(second.configuration) + " in turns");
    KW_ASSIGN(const Duel duel,
              m_engine.duel(first, second, m_options.protocol,
                            m_options.duel.value_or(defaultDuelSettings(m_engine.device())),
                            &m_session, {}, m_stop));
    return resultOf(duel).outcome;
  }

  Engine& m_engine;
  const LoadedProblem& m_problem;
  Session& m_session;
  const FinalsOptions& m_options;
  const std::function<void(const std::string&)>& m_note;
  std::stop_token m_stop;
  std::vector<Candidate> m_out;
};

}  // namespace

std::vector<Candidate> finalistsOf(const Standing& standing, const FinalsOptions& options) {
  const Evaluation* source = standing.sourceEvaluation();
  if (!source || !source->verdict.ok() || source->geomean <= 0) return {};
  std::vector<const Evaluation*> ranked;
  for (const Evaluation& evaluation : standing.evaluations) {
    const bool canWin = evaluation.candidate.isTemplate && evaluation.verdict.ok() &&
                        evaluation.verdict.appliesToAll() && evaluation.geomean > 0;
    if (canWin && evaluation.deviceId == standing.deviceId) ranked.push_back(&evaluation);
  }
  std::ranges::stable_sort(ranked, {}, [](const Evaluation* one) { return one->geomean; });
  // A candidate that looks slower than the source by a little may still be faster: the duel tells.
  if (ranked.empty() || ranked.front()->geomean > source->geomean * (1 + options.margin)) return {};
  std::vector<Candidate> finalists;
  for (const Evaluation* one : ranked) {
    const bool isNear = one->geomean <= ranked.front()->geomean * (1 + options.margin);
    if (finalists.size() >= options.mostFinalists || (finalists.size() >= 2 && !isNear)) break;
    finalists.push_back(one->candidate);
  }
  return finalists;
}

Result<Standing> runFinals(Engine& engine, const LoadedProblem& problem, Session& session,
                           const FinalsOptions& options,
                           const std::function<void(const std::string&)>& note,
                           std::stop_token stop) {
  return Finals(engine, problem, session, options, note, std::move(stop)).run();
}

}  // namespace kw

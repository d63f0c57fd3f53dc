// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/measured_problem.h"

#include <cmath>
#include <memory>
#include <utility>

#include "client/engine/finals.h"
#include "client/engine/profiling.h"
#include "client/session/session_standing.h"
#include "model/formats/wording.h"

namespace kw {

namespace {

// What a model is told of a compiler's log.
constexpr size_t longestLog = 1500;

class Measuring {
 public:
  Measuring(const MeasuringOptions& options, const LoadedProblem& problem, const Policy& policy,
            Session& session, const std::function<void(const std::string&)>& note,
            std::stop_token stop)
      : m_options(options),
        m_problem(problem),
        m_policy(policy),
        m_session(session),
        m_note(note),
        m_stop(std::move(stop)) {}

  Result<MeasuredProblem> run() {
    KW_ASSIGN(m_engine, Engine::open(m_options.choice, m_problem, m_options.seed, m_note, m_stop));
    m_protocol = defaultProtocol(m_engine->device());
    m_measured.device = m_engine->device();
    if (m_problem.problem.space)
      KW_TRY(search());
    else
      KW_TRY(timeSource());
    if (m_measured.fault.empty()) KW_TRY(profile());
    return std::move(m_measured);
  }

 private:
  Status search() {
    if (m_note) m_note("Searching the space with a budget of " + m_options.budget.text());
    TuneOptions tuning;
    tuning.strategy = m_options.strategy;
    tuning.budget = m_options.budget;
    tuning.seed = m_options.seed;
    tuning.protocol = m_protocol;
    KW_ASSIGN(const TuneSummary summary, m_engine->tune(tuning, &m_session, m_stop));
    if (summary.cancelled) return failCancelled();
    if (summary.fault) return fail(*summary.fault);
    KW_TRY(m_session.flush());
    if (summary.verified > 0 && m_engine->canDuel()) {
      KW_ASSIGN(m_measured.standing, runFinals(*m_engine, m_problem, m_session,
                                               {.protocol = m_protocol}, m_note, m_stop));
    } else {
      KW_TRY(readStanding());
    }
    if (m_measured.standing.verified == 0) m_measured.fault = firstFault();
    return {};
  }

  Status timeSource() {
    const Candidate source{false, m_problem.sourceHash, {}};
    KW_TRY(m_engine->evaluate(source, m_protocol, &m_session, m_stop));
    return readStanding();
  }

  Status readStanding() {
    KW_ASSIGN(m_measured.standing,
              standingIn(m_session, m_problem, m_engine->device().uuid, m_protocol.text()));
    return {};
  }

  std::string firstFault() const {
    for (const Evaluation& one : m_measured.standing.evaluations)
      if (one.candidate.isTemplate && !one.verdict.ok())
        return "With " + configurationText(one.candidate.configuration) + ": " +
               verdictText(one.verdict) + "\n" + one.verdict.detail.substr(0, longestLog);
    return "the space has no valid configuration on this device";
  }

  // A kernel without a profile can be rewritten all the same.
  Status profile() {
    const Evaluation* best = m_measured.standing.bestEvaluation();
    if (!best) best = m_measured.standing.sourceEvaluation();
    if (!best) return {};
    KW_ASSIGN(const std::vector<Profile> known, m_session.profiles());
    if (const Profile* found = findProfile(known, best->candidate, m_engine->device().uuid,
                                           m_engine->device().lockedClock)) {
      m_measured.profile = *found;
      return {};
    }
    if (m_note) m_note("Profiling " + configurationText(best->candidate.configuration));
    ProfilingOptions options;
    options.seed = m_options.seed;
    options.known = *best;
    auto profile = profileCandidate(*m_engine, m_problem, best->candidate, m_protocol, m_policy,
                                    options, &m_session, m_stop);
    if (profile)
      m_measured.profile = std::move(*profile);
    else if (profile.error().kind == ErrorKind::cancelled)
      return fail(profile.error());
    else
      m_measured.noProfile = profile.error().text();
    return {};
  }

  const MeasuringOptions& m_options;
  const LoadedProblem& m_problem;
  const Policy& m_policy;
  Session& m_session;
  const std::function<void(const std::string&)>& m_note;
  std::stop_token m_stop;
  std::unique_ptr<Engine> m_engine;
  Protocol m_protocol;
  MeasuredProblem m_measured;
};

double halfWidth(const Speedup& speedup) {
  const auto& interval = speedup.interval95;
  return interval.low > 0 && interval.high > 0 ? std::log(interval.high / interval.low) / 2 : 0;
}

Speedup certainly(double ratio) {
  Speedup speedup;
  speedup.ratio = speedup.interval95.low = speedup.interval95.high = ratio;
  return speedup;
}

Result<Speedup> inTurnsWithSource(const MeasuringOptions& options, const LoadedProblem& problem,
                                  const MeasuredProblem& measured,
                                  const std::function<void(const std::string&)>& note,
                                  std::stop_token stop) {
  const Evaluation* best = measured.standing.bestEvaluation();
  if (!best || !best->candidate.isTemplate) return certainly(1);
  if (note)
    note("Measuring the source kernel and " + configurationText(best->candidate.configuration) +
         " in turns");
  KW_ASSIGN(const auto engine, Engine::open(options.choice, problem, options.seed, {}, stop));
  if (!engine->canDuel()) return measured.speedup();
  const Candidate source{false, problem.sourceHash, {}};
  KW_ASSIGN(const Duel duel,
            engine->duel(source, best->candidate, defaultProtocol(engine->device()),
                         defaultDuelSettings(engine->device()), nullptr, {}, std::move(stop)));
  const DuelResult result = resultOf(duel);
  return Speedup{result.speedup, result.interval95, result.blocks};
}

}  // namespace

Speedup MeasuredProblem::speedup() const {
  const Evaluation* best = standing.bestEvaluation();
  if (best && best->candidate.isTemplate && standing.speedup.ratio > 0) return standing.speedup;
  return certainly(1);
}

Result<MeasuredProblem> measureProblem(const MeasuringOptions& options,
                                       const LoadedProblem& problem, const Policy& policy,
                                       Session& session,
                                       const std::function<void(const std::string&)>& note,
                                       std::stop_token stop) {
  return Measuring(options, problem, policy, session, note, std::move(stop)).run();
}

Speedup gainOf(const Speedup& before, const Speedup& after) {
  Speedup gain;
  if (before.ratio <= 0 || after.ratio <= 0) return gain;
  gain.ratio = after.ratio / before.ratio;
  const double width = std::hypot(halfWidth(before), halfWidth(after));
  gain.interval95.low = gain.ratio * std::exp(-width);
  gain.interval95.high = gain.ratio * std::exp(width);
  gain.blocks = std::min(before.blocks, after.blocks);
  return gain;
}

Speedup joined(const Speedup& one, const Speedup& other) {
  Speedup both;
  both.ratio = std::sqrt(one.ratio * other.ratio);
  both.interval95.low = std::min(one.interval95.low, other.interval95.low);
  both.interval95.high = std::max(one.interval95.high, other.interval95.high);
  both.blocks = one.blocks + other.blocks;
  return both;
}

Result<Speedup> measureGain(const MeasuringOptions& options, const LoadedProblem& problemBefore,
                            const MeasuredProblem& before, const LoadedProblem& problemAfter,
                            const MeasuredProblem& after,
                            const std::function<void(const std::string&)>& note,
                            std::stop_token stop) {
  KW_ASSIGN(const Speedup first, inTurnsWithSource(options, problemBefore, before, note, stop));
  KW_ASSIGN(const Speedup now, inTurnsWithSource(options, problemAfter, after, note, stop));
  KW_ASSIGN(const Speedup again, inTurnsWithSource(options, problemBefore, before, note, stop));
  return gainOf(joined(first, again), now);
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/profiling.h"

#include <algorithm>
#include <utility>

#include "client/engine/keys.h"

namespace kw {

namespace {

class EngineCounters final : public CounterSource {
 public:
  EngineCounters(Engine& engine, const Candidate& candidate, const std::string& caseName,
                 const std::function<void(const std::string&)>& started)
      : m_engine(engine), m_candidate(candidate), m_caseName(caseName), m_started(started) {}

  Result<CounterReading> read(const std::vector<std::string>& metrics, int mostPasses,
                              std::stop_token stop) override {
    return m_engine.count(m_candidate, m_caseName, metrics, mostPasses, m_started, std::move(stop));
  }

 private:
  Engine& m_engine;
  const Candidate& m_candidate;
  const std::string& m_caseName;
  const std::function<void(const std::string&)>& m_started;
};

Result<Evaluation> evaluated(Engine& engine, const LoadedProblem& problem,
                             const Candidate& candidate, const Protocol& protocol,
                             const ProfilingOptions& options, Session* session,
                             const std::stop_token& stop) {
  if (options.known && options.known->deviceId == engine.device().uuid) return *options.known;
  if (session) {
    const std::string key = KeyMaker(problem, engine.device(), protocol).keyOf(candidate);
    KW_ASSIGN(auto known, session->find(key));
    if (known && known->deviceId == engine.device().uuid) return *std::move(known);
  }
  if (options.started) options.started("evaluating");
  return engine.evaluate(candidate, protocol, options.keeps ? session : nullptr, stop,
                         {.seed = options.seed});
}

Result<std::string> caseOf(const std::string& wanted, const Problem& problem,
                           const Evaluation& evaluation) {
  const Measurement* longest = nullptr;
  std::string known;
  for (const Measurement& one : evaluation.measurements) {
    if (one.state != "cold" || !problem.findCase(one.caseName)) continue;
    known += (known.empty() ? "" : ", ") + one.caseName;
    if (one.caseName == wanted) return wanted;
    if (!longest || one.median > longest->median) longest = &one;
  }
  if (!wanted.empty())
    return failInput("the case '" + wanted + "' was not timed", {}, "those that were: " + known);
  if (longest) return longest->caseName;
  return failInput("no performance case of the candidate was timed, so there is none to profile");
}

}  // namespace

Result<Profile> profileCandidate(Engine& engine, const LoadedProblem& problem,
                                 const Candidate& candidate, const Protocol& protocol,
                                 const Policy& policy, const ProfilingOptions& options,
                                 Session* session, std::stop_token stop) {
  KW_ASSIGN(const Evaluation evaluation,
            evaluated(engine, problem, candidate, protocol, options, session, stop));
  if (!evaluation.verdict.ok())
    return fail(candidate.label() + " is not right: " + evaluation.verdict.message,
                "only what is right is worth profiling; `kwr verify` says more");
  KW_ASSIGN(const std::string caseName, caseOf(options.caseName, problem.problem, evaluation));
  const ModelInput input = modelInput(problem.problem, caseName, engine.device(), evaluation);
  EngineCounters counters(engine, candidate, caseName, options.started);
  NoCounters none("counters were not asked for", "");
  CounterSource& given = options.counters ? *options.counters : counters;
  CounterSource& source = options.modelled ? none : given;
  const auto complete = [&](Profile& profile) {
    profile.candidate = candidate;
    profile.caseName = caseName;
    profile.deviceId = engine.device().uuid;
    profile.deviceModel = engine.device().model;
    profile.protocol = evaluation.protocol;
    if (!options.collector.empty()) profile.collector = options.collector;
  };
  WalkOptions walking = options.walk;
  if (walking.grown)
    walking.grown = [&](Profile soFar) {
      complete(soFar);
      options.walk.grown(soFar);
    };
  KW_ASSIGN(Profile profile, walk(policy, catalogue(), input, source, walking, stop));
  complete(profile);
  if (!session || !options.keeps) return profile;
  session->storeProfile(profile, {});
  KW_TRY(session->flush());
  return profile;
}

}  // namespace kw

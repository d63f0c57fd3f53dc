// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/standing.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kw {

namespace {

bool isOfRevision(const LoadedProblem& problem, const Candidate& candidate) {
  return candidate.textHash == (candidate.isTemplate ? problem.templateHash : problem.sourceHash);
}

template <class Record>
bool canWin(const Record& evaluation) {
  return evaluation.verdict.ok() && evaluation.verdict.appliesToAll() && evaluation.geomean > 0;
}

// The source's last timing, if there is one on the best candidate's own device.
template <class Record>
void findSource(Standings<Record>& standing) {
  const Record* best = standing.bestEvaluation();
  for (size_t i = 0; i < standing.evaluations.size(); ++i) {
    const Record& evaluation = standing.evaluations[i];
    if (evaluation.candidate.isTemplate) continue;
    const bool sameDevice = best && evaluation.deviceId == best->deviceId;
    const Record* found = standing.sourceEvaluation();
    if (!found || sameDevice || !best || found->deviceId != best->deviceId) standing.source = i;
  }
}

template <class Record>
void findBest(Standings<Record>& standing) {
  for (size_t i = 0; i < standing.evaluations.size(); ++i) {
    const Record& evaluation = standing.evaluations[i];
    // The source is in no count, but it wins where nothing is faster.
    if (evaluation.candidate.isTemplate)
      ++(evaluation.verdict.ok() ? standing.verified : standing.failed);
    if (canWin(evaluation) && (standing.best == standing.none ||
                               evaluation.geomean < standing.evaluations[standing.best].geomean))
      standing.best = i;
  }
}

// Whom a duel says is faster than the best, and so on from there; each may lead once.
template <class Record>
void settleByDuels(Standings<Record>& standing, const std::vector<Duel>& duels) {
  std::vector<bool> hasLed(standing.evaluations.size());
  while (standing.best != standing.none && !hasLed[standing.best]) {
    hasLed[standing.best] = true;
    const Candidate& leader = standing.evaluations[standing.best].candidate;
    for (size_t i = 0; i < standing.evaluations.size(); ++i) {
      const Record& rival = standing.evaluations[i];
      if (hasLed[i] || !canWin(rival)) continue;
      const Duel* duel =
          findDuel(duels, leader, rival.candidate, standing.deviceId, standing.protocol);
      if (!duel) continue;
      const DuelOutcome wanted =
          duel->first == leader ? DuelOutcome::secondFaster : DuelOutcome::firstFaster;
      if (resultOf(*duel).outcome != wanted) continue;
      standing.best = i;
      break;
    }
  }
}

template <class Record>
struct Apart {
  std::vector<Record> finals;                          // of the device model
  std::map<std::string, Verdict, std::less<>> faults;  // of candidates under other protocols
};

// Takes out what was not measured under the standing's protocol, and keeps what else it tells.
template <class Record>
Apart<Record> takeApart(const Standings<Record>& standing, const LoadedProblem& problem,
                        std::vector<Record>& evaluations) {
  Apart<Record> apart;
  std::erase_if(evaluations, [&](Record& evaluation) {
    const bool comparable = isOfRevision(problem, evaluation.candidate) &&
                            evaluation.deviceModel == standing.deviceModel;
    if (comparable && evaluation.protocol == standing.protocol) return false;
    if (comparable && isFault(evaluation.verdict.kind))
      apart.faults[evaluation.candidate.label()] = evaluation.verdict;
    if (comparable && isOfFinalFigures(evaluation.protocol))
      apart.finals.push_back(std::move(evaluation));
    return true;
  });
  return apart;
}

// Times of what does not work are no times.
template <class Record>
void refute(Standings<Record>& standing, const Apart<Record>& apart) {
  for (Record& evaluation : standing.evaluations) {
    const auto fault = apart.faults.find(evaluation.candidate.label());
    if (fault == apart.faults.end() || !evaluation.verdict.ok()) continue;
    evaluation.verdict = fault->second;
    evaluation.geomean = 0;
    ++standing.refuted;
  }
}

template <class Record>
void gather(Standings<Record>& standing, const LoadedProblem& problem,
            std::vector<Record> evaluations, const std::vector<Duel>& duels,
            std::string_view deviceId, std::string_view protocol) {
  const auto fits = [&](const Record& evaluation) {
    return isOfRevision(problem, evaluation.candidate) &&
           (!isOfFinalFigures(evaluation.protocol) || !protocol.empty()) &&
           (deviceId.empty() || evaluation.deviceId == deviceId) &&
           (protocol.empty() || evaluation.protocol == protocol);
  };
  // The source alone, verified or profiled in between, says nothing about where a search stands.
  const auto isCandidate = [&](const Record& evaluation) {
    return evaluation.candidate.isTemplate && fits(evaluation);
  };
  auto latest = std::find_if(evaluations.rbegin(), evaluations.rend(), isCandidate);
  if (latest == evaluations.rend())
    latest = std::find_if(evaluations.rbegin(), evaluations.rend(), fits);
  standing.elsewhere = evaluations.size();
  if (latest == evaluations.rend()) return;
  standing.deviceId = latest->deviceId;
  standing.deviceModel = latest->deviceModel;
  standing.protocol = latest->protocol;
  Apart<Record> apart = takeApart(standing, problem, evaluations);
  standing.evaluations = std::move(evaluations);
  standing.elsewhere -= standing.evaluations.size() + apart.finals.size();
  refute(standing, apart);
  standing.finals = std::move(apart.finals);
  findBest(standing);
  if (!duels.empty()) settleByDuels(standing, duels);
  findSource(standing);
}

}  // namespace

bool isFault(VerdictKind kind) {
  return kind == VerdictKind::wrong || kind == VerdictKind::crashed || kind == VerdictKind::hung;
}

const Measurement* measurementOf(const Evaluation& evaluation, std::string_view caseName,
                                 std::string_view state) {
  for (const Measurement& measurement : evaluation.measurements)
    if (measurement.caseName == caseName && measurement.state == state) return &measurement;
  return nullptr;
}

Speedup speedupOf(const Problem& problem, const Evaluation& source, const Evaluation& candidate) {
  std::vector<std::vector<double>> before, after;
  std::vector<double> weights, mediansBefore, mediansAfter;
  for (const Case& which : problem.cases) {
    if (!which.performance) continue;
    const Measurement* a = measurementOf(source, which.name);
    const Measurement* b = measurementOf(candidate, which.name);
    if (!a || !b || a->samples.empty() || b->samples.empty()) return {};
    before.push_back(a->samples);
    after.push_back(b->samples);
    mediansBefore.push_back(a->median);
    mediansAfter.push_back(b->median);
    weights.push_back(which.weight);
  }
  if (weights.empty()) return {};
  // A fixed seed: the same session always gives the same report.
  constexpr uint64_t resamplingSeed = 1;
  return {statistics::weightedGeometricMean(mediansBefore, weights) /
              statistics::weightedGeometricMean(mediansAfter, weights),
          statistics::speedupInterval95(before, after, weights, resamplingSeed), 0};
}

Speedup speedupOf(const Problem& problem, const Evaluation& source, const Evaluation& candidate,
                  const std::vector<Duel>& duels) {
  const Duel* duel = findDuel(duels, source.candidate, candidate.candidate, candidate.deviceId,
                              candidate.protocol);
  if (!duel) return speedupOf(problem, source, candidate);
  const DuelResult result =
      duel->first == source.candidate ? resultOf(*duel) : resultOf(reversed(*duel));
  if (result.blocks < 2) return speedupOf(problem, source, candidate);
  return {result.speedup, result.interval95, result.blocks};
}

Standing standingOf(const LoadedProblem& problem, std::vector<Evaluation> evaluations,
                    std::vector<Duel> duels, std::string_view deviceId, std::string_view protocol) {
  Standing standing;
  gather(standing, problem, std::move(evaluations), duels, deviceId, protocol);
  std::erase_if(duels, [&](const Duel& duel) {
    return duel.deviceId != standing.deviceId || duel.protocol != standing.protocol ||
           !isOfRevision(problem, duel.first) || !isOfRevision(problem, duel.second);
  });
  standing.duels = std::move(duels);
  if (standing.sourceEvaluation() && standing.bestEvaluation())
    standing.speedup = speedupOf(problem.problem, *standing.sourceEvaluation(),
                                 *standing.bestEvaluation(), standing.duels);
  return standing;
}

Standings<EvaluationSummary> summaryStandingOf(const LoadedProblem& problem,
                                               std::vector<EvaluationSummary> evaluations,
                                               const std::vector<Duel>& duels,
                                               std::string_view deviceId,
                                               std::string_view protocol) {
  Standings<EvaluationSummary> standing;
  gather(standing, problem, std::move(evaluations), duels, deviceId, protocol);
  return standing;
}

}  // namespace kw

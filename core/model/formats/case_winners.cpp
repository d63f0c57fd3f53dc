// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/case_winners.h"

#include <algorithm>

#include "model/formats/wording.h"

namespace kw {

namespace {

const Measurement* timedOn(const Evaluation* evaluation, const std::string& caseName) {
  if (!evaluation || !evaluation->verdict.ok()) return nullptr;
  const auto& excluded = evaluation->verdict.notApplicableTo;
  if (std::find(excluded.begin(), excluded.end(), caseName) != excluded.end()) return nullptr;
  const Measurement* measured = measurementOf(*evaluation, caseName);
  return measured && measured->median > 0 && !measured->samples.empty() ? measured : nullptr;
}

Speedup ratioOf(const Measurement* before, const Measurement& after) {
  if (!before) return {};
  // As in speedupOf(): the same session always gives the same numbers.
  constexpr uint64_t resamplingSeed = 1;
  const std::vector<double> weights{1};
  return {
      before->median / after.median,
      statistics::speedupInterval95({before->samples}, {after.samples}, weights, resamplingSeed)};
}

size_t fastestOn(const Standing& standing, const std::string& caseName) {
  size_t fastest = Standing::none;
  double least = 0;
  for (size_t i = 0; i < standing.evaluations.size(); ++i) {
    const Measurement* measured = timedOn(&standing.evaluations[i], caseName);
    if (!measured || (fastest != Standing::none && measured->median >= least)) continue;
    fastest = i;
    least = measured->median;
  }
  return fastest;
}

CaseWinner winnerOn(const Standing& standing, const std::string& caseName, size_t fastest) {
  CaseWinner found;
  found.caseName = caseName;
  found.fastest = fastest;
  const Measurement* general = timedOn(standing.bestEvaluation(), caseName);
  const Measurement* best = timedOn(&standing.evaluations[fastest], caseName);
  found.differs = fastest != standing.best && (!general || best->high < general->low);
  found.winner = found.differs ? fastest : standing.best;
  const Measurement& taken = found.differs ? *best : *general;
  found.median = taken.median;
  found.low = taken.low;
  found.high = taken.high;
  found.generalMedian = general ? general->median : 0;
  found.overSource = ratioOf(timedOn(standing.sourceEvaluation(), caseName), taken);
  found.overGeneral = found.differs ? ratioOf(general, taken) : Speedup{1, {1, 1}};
  return found;
}

std::string intervalText(const Speedup& speedup) {
  return " (95 %: " + significant(speedup.interval95.low, 3) + " to " +
         significant(speedup.interval95.high, 3) + ")";
}

}  // namespace

std::vector<CaseWinner> caseWinnersOf(const Problem& problem, const Standing& standing) {
  std::vector<CaseWinner> winners;
  for (const Case& which : problem.cases) {
    if (!which.performance) continue;
    const size_t fastest = fastestOn(standing, which.name);
    if (fastest != Standing::none) winners.push_back(winnerOn(standing, which.name, fastest));
  }
  return winners;
}

std::string caseWinnerText(const Standing& standing, const CaseWinner& winner) {
  std::string text = winner.caseName + ": ";
  if (!winner.differs) {
    text += "the general winner, " + timeText(winner.median);
    if (winner.fastest == winner.winner) return text + "; nothing is faster";
    return text + "; nothing is clearly faster";
  }
  const Evaluation& evaluation = standing.evaluations[winner.winner];
  text +=
      configurationText(evaluation.candidate.configuration) + " takes " + timeText(winner.median);
  if (winner.overGeneral.ratio > 0)
    text += ", " + ratioText(winner.overGeneral.ratio) + " over the general winner" +
            intervalText(winner.overGeneral);
  if (winner.overSource.ratio > 0 && evaluation.candidate.isTemplate)
    text += ", " + ratioText(winner.overSource.ratio) + " over the source kernel";
  if (!evaluation.verdict.appliesToAll()) text += "; it does not apply to all cases";
  return text;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/candidates/candidate_row.h"

#include <utility>

#include "model/formats/wording.h"

namespace kw::view {

std::vector<std::string> performanceCases(const Problem& problem) {
  std::vector<std::string> names;
  for (const Case& which : problem.cases)
    if (which.performance) names.push_back(which.name);
  return names;
}

CandidateRow rowOf(EvaluationSummary summary, const std::vector<std::string>& caseNames) {
  CandidateRow row;
  row.verdict = summary.verdict.kind;
  row.appliesToAll = summary.verdict.appliesToAll();
  if (!summary.verdict.ok()) row.reason = verdictText(summary.verdict);
  row.geomean = summary.geomean;
  for (const std::string& name : caseNames) {
    const CaseSummary* times = caseOf(summary, name);
    row.cases.push_back(times ? CaseTime{times->median, times->low, times->high, times->warm}
                              : CaseTime());
  }
  row.registers = summary.registers;
  row.spills = summary.spills;
  row.staticShared = summary.staticShared;
  row.occupancy = summary.occupancy;
  row.key = std::move(summary.key);
  row.candidate = std::move(summary.candidate);
  row.deviceId = std::move(summary.deviceId);
  row.started = std::move(summary.started);
  return row;
}

CandidateRow rowOf(const Evaluation& evaluation, const std::vector<std::string>& caseNames) {
  return rowOf(summaryOf(evaluation), caseNames);
}

}  // namespace kw::view

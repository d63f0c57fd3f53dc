// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/candidates/candidate_row.h"

#include <algorithm>

#include "model/formats/standing.h"
#include "model/formats/wording.h"

namespace kw::view {

namespace {

CaseTime timeOf(const Evaluation& evaluation, const std::string& caseName) {
  CaseTime time;
  if (const Measurement* cold = measurementOf(evaluation, caseName, "cold")) {
    time.median = cold->median;
    time.low = cold->low;
    time.high = cold->high;
  }
  if (const Measurement* warm = measurementOf(evaluation, caseName, "warm"))
    time.warm = warm->median;
  return time;
}

void takeResources(const Evaluation& evaluation, CandidateRow& row) {
  for (const KernelResources& kernel : evaluation.resources) {
    // No kernel on a GPU takes none: 0 says that they were not counted (host).
    if (kernel.registers > 0) row.registers = std::max(row.registers, kernel.registers);
    row.staticShared = std::max(row.staticShared, kernel.staticShared);
    if (kernel.registers > 0)
      row.spills = std::max<int64_t>(row.spills, 0) + kernel.spillStores + kernel.spillLoads;
  }
  for (const LaunchOccupancy& launch : evaluation.occupancy)
    if (!launch.limitedBy.empty())
      row.occupancy =
          row.occupancy < 0 ? launch.occupancy : std::min(row.occupancy, launch.occupancy);
}

}  // namespace

std::vector<std::string> performanceCases(const Problem& problem) {
  std::vector<std::string> names;
  for (const Case& which : problem.cases)
    if (which.performance) names.push_back(which.name);
  return names;
}

CandidateRow rowOf(const Evaluation& evaluation, const std::vector<std::string>& caseNames) {
  CandidateRow row;
  row.key = evaluation.key;
  row.candidate = evaluation.candidate;
  row.deviceId = evaluation.deviceId;
  row.verdict = evaluation.verdict.kind;
  row.appliesToAll = evaluation.verdict.appliesToAll();
  if (!evaluation.verdict.ok()) row.reason = verdictText(evaluation.verdict);
  row.geomean = evaluation.geomean;
  row.started = evaluation.started;
  for (const std::string& name : caseNames)
    row.cases.push_back(timeOf(evaluation, name));
  takeResources(evaluation, row);
  return row;
}

}  // namespace kw::view

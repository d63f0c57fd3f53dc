// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/records/summary.h"

#include <algorithm>

namespace kw {
namespace {

CaseSummary& caseNamed(std::vector<CaseSummary>& cases, const std::string& name) {
  const auto found = std::find_if(cases.begin(), cases.end(),
                                  [&](const CaseSummary& one) { return one.caseName == name; });
  if (found != cases.end()) return *found;
  return cases.emplace_back(CaseSummary{.caseName = name});
}

// Where a case has several measurements of one state, the first counts.
void takeTimes(const Evaluation& evaluation, EvaluationSummary& summary) {
  for (const Measurement& measurement : evaluation.measurements) {
    CaseSummary& times = caseNamed(summary.cases, measurement.caseName);
    if (measurement.state == "cold" && times.median == 0) {
      times.median = measurement.median;
      times.low = measurement.low;
      times.high = measurement.high;
    }
    if (measurement.state == "warm" && times.warm == 0) times.warm = measurement.median;
  }
}

void takeResources(const Evaluation& evaluation, EvaluationSummary& summary) {
  for (const KernelResources& kernel : evaluation.resources) {
    summary.staticShared = std::max(summary.staticShared, kernel.staticShared);
    // No kernel on a GPU takes none: 0 says that they were not counted (host).
    if (kernel.registers <= 0) continue;
    summary.registers = std::max(summary.registers, kernel.registers);
    summary.spills = std::max<int64_t>(summary.spills, 0) + kernel.spillStores + kernel.spillLoads;
  }
  for (const LaunchOccupancy& launch : evaluation.occupancy)
    if (!launch.limitedBy.empty())
      summary.occupancy =
          summary.occupancy < 0 ? launch.occupancy : std::min(summary.occupancy, launch.occupancy);
}

}  // namespace

EvaluationSummary summaryOf(const Evaluation& evaluation) {
  EvaluationSummary summary;
  summary.key = evaluation.key;
  summary.candidate = evaluation.candidate;
  summary.deviceId = evaluation.deviceId;
  summary.deviceModel = evaluation.deviceModel;
  summary.protocol = evaluation.protocol;
  const Verdict& verdict = evaluation.verdict;
  summary.verdict.kind = verdict.kind;
  summary.verdict.verifiedCases = verdict.verifiedCases;
  summary.verdict.allCases = verdict.allCases;
  summary.verdict.notApplicableTo = verdict.notApplicableTo;
  summary.verdict.message = verdict.message;
  summary.verdict.difference = verdict.difference;
  summary.geomean = evaluation.geomean;
  summary.started = evaluation.started;
  takeTimes(evaluation, summary);
  takeResources(evaluation, summary);
  return summary;
}

const CaseSummary* caseOf(const EvaluationSummary& summary, std::string_view caseName) {
  for (const CaseSummary& one : summary.cases)
    if (one.caseName == caseName) return &one;
  return nullptr;
}

}  // namespace kw

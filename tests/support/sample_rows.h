// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of candidates that were never measured, for tests of tables.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "support/sample_evaluations.h"
#include "view/candidates/candidate_list.h"

namespace kw::test {

inline const LoadedProblem& tableProblem() {
  static const LoadedProblem problem = libraryProblem();
  return problem;
}
inline const std::vector<Parameter>& tableParameters() {
  return tableProblem().problem.space->parameters;
}
inline std::vector<std::string> tableCases() {
  return view::performanceCases(tableProblem().problem);
}

// The source first, then `count` candidates.
inline std::vector<view::CandidateRow> sampleRows(size_t count) {
  std::vector<view::CandidateRow> rows;
  for (const Evaluation& evaluation : sampleEvaluations(tableProblem(), count, false))
    rows.push_back(view::rowOf(evaluation, tableCases()));
  return rows;
}

// A verified candidate with one parameter.
inline view::CandidateRow plainRow(const std::string& key, double milliseconds, int64_t block,
                                   int registers = 32) {
  view::CandidateRow row;
  row.key = key;
  row.candidate.isTemplate = true;
  row.candidate.configuration = Configuration({{"BLOCK", ParameterValue(block)}});
  row.deviceId = "device";
  row.verdict = VerdictKind::verified;
  row.geomean = milliseconds;
  if (milliseconds > 0)
    row.cases = {{milliseconds, 0.99 * milliseconds, 1.01 * milliseconds, 0.5 * milliseconds}};
  row.registers = registers;
  row.spills = 0;
  row.staticShared = 1024;
  row.occupancy = 0.5;
  return row;
}
inline view::CandidateRow failedRow(const std::string& key, VerdictKind kind, int64_t block,
                                    const std::string& reason) {
  view::CandidateRow row = plainRow(key, 0, block, -1);
  row.verdict = kind;
  row.reason = reason;
  row.spills = row.staticShared = -1;
  row.occupancy = -1;
  return row;
}
inline view::CandidateRow sourceRow(double milliseconds) {
  view::CandidateRow row = plainRow("source", milliseconds, 0);
  row.candidate = {};
  return row;
}
inline std::vector<Parameter> plainParameters() {
  return {{.name = "BLOCK",
           .values = {ParameterValue(int64_t{64}), ParameterValue(int64_t{128}),
                      ParameterValue(int64_t{256})},
           .meaning = "threads per block"}};
}

}  // namespace kw::test

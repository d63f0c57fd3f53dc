// SPDX-License-Identifier: GPL-3.0-or-later
// What the calls of a round answer that come before and after the template: an analysis, a plan,
// and further cases. Each with the JSON schema of its reply; readers name all faults at once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "model/proposal/proposal.h"

namespace kw {

// What the profiler's figures mean.
struct Analysis {
  std::string summary;
  std::vector<CitedMetric> findings;
  std::string text() const;  // for the next prompt and for people
};
json::Value analysisSchema();
Result<Analysis> readAnalysis(const json::Value& reply);

// The next step, and what it is to gain.
struct NextStep {
  std::string step;
  std::string why;
  double expectedSpeedup = 0;  // as Proposal::expectedSpeedup
  std::string expectedWhy;
  std::string text() const;
};
json::Value planSchema();
Result<NextStep> readPlan(const json::Value& reply);

// How an input is filled in a further case.
struct TestFill {
  std::string argument;
  std::string kind;              // normal, uniform, integers, constant or special
  double first = 0, second = 0;  // mean and deviation, or the bounds; of constant the first alone
};

// A case that could show a template to be wrong.
struct TestCase {
  std::string name;
  std::map<std::string, int64_t> sizes;
  std::vector<TestFill> inputs;  // those that are filled otherwise than by the problem
  std::string why;
};
struct TestCases {
  std::vector<TestCase> cases;
  int64_t seed = 1;  // of the inputs
};
inline constexpr size_t mostTestCases = 4;
json::Value testCasesSchema();
// `sizeNames` are the problem's: each case gives all of them, each over 0. More cases than
// mostTestCases are left out.
Result<TestCases> readTestCases(const json::Value& reply,
                                const std::vector<std::string>& sizeNames);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// What depths full and thorough try besides: repeats, other inputs at other addresses, guards,
// other orders of threads, sanitizers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

#include "base/result/result.h"
#include "runner/measure/candidate_plan.h"
#include "runner/measure/case_run.h"
#include "runner/measure/twin_case.h"

namespace kw {

// The candidate that is looked at.
struct CheckedCandidate {
  Module& module;
  const CompileOutcome& compiled;
  const Candidate& candidate;
  const CandidatePlan& plan;
  std::function<VerifyOptions(const CasePlan& plan)> options;
  std::function<void(const std::string& phase)> phase;
};

// What came of it besides a fault.
struct DeepFindings {
  std::optional<CaseFault> fault;
  std::vector<ErrorHistogram> errors;  // on the cases' own inputs
  std::vector<std::string> unchecked;
};

class DeepCheck {
 public:
  explicit DeepCheck(const TwinParts& parts) : m_parts(parts) {}

  // Goes through the cases the candidate applies to, up to the first fault. The scrutiny's
  // seed decides inputs and numbers of launches.
  Result<DeepFindings> run(const CheckedCandidate& checked, Depth depth, const Scrutiny& scrutiny,
                           std::stop_token stop);

 private:
  class OneCase;
  struct Effort;
  static const Effort fullEffort, thoroughEffort, endlessEffort;
  static const Effort& effortOf(Depth depth, const Scrutiny& scrutiny);
  // Whether inputs can judge anybody: by case, distribution and seed. "" where they can.
  using Inputs = std::tuple<std::string, Distribution, uint64_t>;

  TwinParts m_parts;
  std::map<Inputs, std::string> m_known;
};

}  // namespace kw

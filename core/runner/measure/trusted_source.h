// SPDX-License-Identifier: GPL-3.0-or-later
// The source kernel as an oracle: verified on the cases that an independent one judges, then run
// for the others.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "runner/measure/candidate_plan.h"
#include "runner/measure/case_run.h"
#include "runner/measure/open_case.h"
#include "runner/measure/prepared_problem.h"

namespace kw {

class TrustedSource {
 public:
  // Loads it for these cases. All outlive this. ErrorKind::badInput where it does not compile, load
  // or fit.
  static Result<std::unique_ptr<TrustedSource>> load(Device& device, const LoadedProblem& problem,
                                                     const OpenCases& cases,
                                                     const CompileOutcome& outcome,
                                                     bool keepScratch);

  // What is wrong with it on a case that has wanted values.
  Result<std::optional<CaseFault>> faultOn(OpenCase& open, std::stop_token stop);
  // The same; a fault is ErrorKind::badInput.
  Status verify(OpenCase& open, std::stop_token stop);
  // Runs it for the wanted values, then verifies it against them, which shows elements that it
  // leaves unwritten.
  Status answer(OpenCase& open, std::stop_token stop);

 private:
  TrustedSource(Device& device, const Problem& problem, bool keepScratch);
  Result<std::unique_ptr<CaseRun>> begin(const OpenCase& open);

  Device& m_device;
  const Problem& m_problem;
  bool m_keepScratch;
  bool m_deterministic = true;
  Candidate m_candidate;
  CandidatePlan m_plan;
  std::unique_ptr<Module> m_module;
};

// Gives every case with Judge::trusted its wanted values and its strength; `warnings` gets a line
// where nothing independent stands behind them. ErrorKind::badInput where the source is needed and
// does not compile, crashes, or is wrong on a case.
Status answerFromSource(Device& device, const LoadedProblem& problem, const OpenCases& cases,
                        const PrepareOptions& options, bool keepScratch,
                        std::vector<std::string>& warnings, std::stop_token stop);

// The same for one case alone, where its wanted values were damaged later.
Status answerAgain(Device& device, const LoadedProblem& problem, const OpenCases& cases,
                   OpenCase& damaged, const CompileOutcome& source, bool keepScratch);

}  // namespace kw

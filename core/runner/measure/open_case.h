// SPDX-License-Identifier: GPL-3.0-or-later
// One case of an opened problem: its inputs on the device, and what its outputs should be.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "runner/measure/answer_source.h"
#include "runner/oracle/case_inputs.h"
#include "runner/oracle/case_scope.h"
#include "runner/oracle/oracle_answer.h"
#include "runner/verify/case_data.h"
#include "runner/verify/case_verifier.h"

namespace kw {

class OpenCase {
 public:
  // Works out sizes and who judges; takes no memory yet. All given outlive this.
  static Result<std::unique_ptr<OpenCase>> open(Device& device, const LoadedProblem& problem,
                                                const Case& which, uint64_t seed,
                                                AnswerSource& answers, Guard guard = Guard::none);

  const CaseScope& scope() const { return m_scope; }
  const std::string& name() const { return m_scope.name(); }
  const Case& which() const { return m_scope.which(); }
  CaseData& data() { return *m_data; }
  const CaseData& data() const { return *m_data; }
  Judge judge() const { return m_judge; }
  // Bytes on the device that last as long as the problem is open.
  int64_t lastingBytes() const { return m_data->lastingBytes(m_judge == Judge::trusted); }

  // Fills the inputs; asks the oracle, unless that is the source kernel. Can be repeated, to repair
  // what a candidate has damaged.
  Status make(std::stop_token stop);

  // Other inputs from the next make() on. The source kernel judges where `bySource`.
  void vary(uint64_t seed, const InputVariant& variant, bool bySource);

  // The oracle's check(), where it has one and judges this case.
  decltype(VerifyOptions::check) check(std::stop_token stop);

  // How far a verdict on this case can be trusted: "independent (NumPy)".
  std::string strength;

 private:
  OpenCase(Device& device, const LoadedProblem& problem, const Case& which, AnswerSource& answers);
  std::unique_ptr<CaseInputs> inputsOf(uint64_t seed, const InputVariant& variant);

  const LoadedProblem& m_problem;
  CaseScope m_scope;
  AnswerSource& m_answers;
  std::unique_ptr<CaseInputs> m_inputs;
  std::unique_ptr<CaseData> m_data;
  OracleQuestion m_question;
  std::stop_token m_stop;  // of the request under way
  Judge m_judge = Judge::python;
};

using OpenCases = std::vector<std::unique_ptr<OpenCase>>;

}  // namespace kw

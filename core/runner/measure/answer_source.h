// SPDX-License-Identifier: GPL-3.0-or-later
// Which oracle judges a case, and the answers of those that are independent of the source kernel.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "runner/oracle/python_oracle.h"
#include "runner/verify/case_data.h"

namespace kw {

enum class Judge {
  stored,   // arrays of the problem's folder (outputs without one: Python)
  python,   // oracle.py
  trusted,  // the source kernel
};

class AnswerSource {
 public:
  // `problem` outlives this.
  AnswerSource(const LoadedProblem& problem, const OracleLimits& limits, bool consentToNoSandbox);

  Judge judgeOf(const CaseData& data) const;

  // Gives the case its wanted values from stored arrays or oracle.py.
  Status answer(CaseData& data, const OracleQuestion& question, CaseInputs& inputs, Judge judge,
                std::stop_token stop);

  // For fills that name a function of oracle.py.
  Result<HostArray> fill(const std::string& function, const Filled& filled, const CaseScope& scope,
                         std::stop_token stop);
  bool hasCheck() const { return m_python && m_python->hasCheck(); }
  // Why check() refuses the outputs, or nothing.
  Result<std::optional<std::string>> check(const OracleQuestion& question, CaseInputs& inputs,
                                           const Arrays& got, std::stop_token stop);

 private:
  const LoadedProblem& m_problem;
  std::optional<PythonOracle> m_python;
};

}  // namespace kw

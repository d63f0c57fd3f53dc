// SPDX-License-Identifier: GPL-3.0-or-later
// A problem's oracle.py: reference outputs (cached on disk), fills, and its own check of outputs.
// One Python process serves all cases; it is started when first needed.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "runner/oracle/oracle_answer.h"
#include "runner/oracle/oracle_process.h"

namespace kw {

class PythonOracle {
 public:
  // `file` is the path of oracle.py; `modules` are those of the problem's files that it imports.
  PythonOracle(std::filesystem::path file, std::vector<std::filesystem::path> modules,
               OracleLimits limits, bool consentToNoSandbox);

  // Arrays by output, each in its answerType. Outputs that only check() judges are left out. Wrong
  // shapes, missing or unknown outputs and exceptions are ErrorKind::badInput that name the case.
  Result<Arrays> reference(const OracleQuestion& question, CaseInputs& inputs,
                           std::stop_token stop);
  // What function(case) gives, as `filled.type`.
  Result<HostArray> fill(const std::string& function, const Filled& filled, const CaseScope& scope,
                         std::stop_token stop);
  // Whether oracle.py has a check() of its own; known after the first reference().
  bool hasCheck() const { return m_hasCheck; }
  struct Checked {
    bool right = true;
    std::string why;
  };
  // `got` by output, as the kernel left them.
  Result<Checked> check(const OracleQuestion& question, CaseInputs& inputs, const Arrays& got,
                        std::stop_token stop);

 private:
  Result<OracleProcess*> process(std::stop_token stop);
  std::string what(const std::string& caseName) const;
  Result<std::string> cacheKey(const OracleQuestion& question) const;
  Result<Arrays> compute(const OracleQuestion& question, CaseInputs& inputs, std::stop_token stop);

  std::filesystem::path m_file;
  std::vector<std::filesystem::path> m_modules;
  OracleLimits m_limits;
  bool m_consent;
  bool m_hasCheck = false;
  std::unique_ptr<OracleProcess> m_process;
};

}  // namespace kw

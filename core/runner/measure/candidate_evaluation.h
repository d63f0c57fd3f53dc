// SPDX-License-Identifier: GPL-3.0-or-later
// One candidate, from its artefact to its evaluation: limits, loading, every case verified, then
// the performance cases timed and looked at once more.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "runner/measure/candidate_plan.h"
#include "runner/measure/case_run.h"
#include "runner/measure/evaluation_setting.h"
#include "runner/measure/prepared_problem.h"

namespace kw {

class CandidateEvaluation {
 public:
  CandidateEvaluation(const EvaluationSetting& setting, const EvaluationJob& job,
                      std::function<void(const std::string&)> phase, std::stop_token stop);

  Result<Evaluation> run();

  bool deviceLost() const { return m_deviceLost; }
  // Its process was killed from elsewhere, so that the verdict says little of the candidate.
  bool killed() const { return m_killed; }
  // Buffers of any case may have been written: see CaseData::isIntact.
  bool mayHaveDamaged() const { return m_mayHaveDamaged; }

 private:
  Status judge();
  void keepChosenCases();
  bool judgeCompiled();
  bool judgePlan();
  Result<bool> load();
  Result<bool> verifyCases();
  Result<bool> verifyCase(const CasePlan& plan);
  Depth depth() const;
  Result<bool> deepen();
  Result<bool> warmUpUnseen(CaseRun& run, const CasePlan& plan);
  Result<bool> timeCases();
  Result<bool> timeCase(const CasePlan& plan);
  Result<bool> timeState(CaseRun& run, const OpenCase& open, TimedState state);
  Result<std::unique_ptr<CaseRun>> begin(const CasePlan& plan);
  Result<bool> couldNotBegin(const CasePlan& plan, Error error);
  VerifyOptions options(const CasePlan& plan);
  // Takes the fault into the verdict. False, so that callers can return it: not right.
  bool blame(CaseFault fault);
  bool blame(VerdictKind kind, std::string message);
  double deadline(const OpenCase& open) const;

  const EvaluationSetting& m_setting;
  const EvaluationJob& m_job;
  std::function<void(const std::string&)> m_phase;
  std::stop_token m_stop;
  Evaluation m_evaluation;
  CandidatePlan m_plan;
  std::unique_ptr<Module> m_module;
  std::optional<Error> m_checkFailed;  // the oracle's check() itself failed
  bool m_deviceLost = false;
  bool m_killed = false;
  bool m_mayHaveDamaged = false;
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// One candidate's counters on one case.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "model/profile/reading.h"
#include "runner/measure/candidate_plan.h"
#include "runner/measure/case_run.h"
#include "runner/measure/evaluation_setting.h"
#include "runner/measure/prepared_problem.h"

namespace kw {

class ProfileRun {
 public:
  // `phase` is told "profiling CASE". All given outlive this.
  ProfileRun(const EvaluationSetting& setting, const ProfileJob& job,
             std::function<void(const std::string&)> phase, std::stop_token stop);

  Result<CounterReading> run();
  bool deviceLost() const { return m_deviceLost; }

 private:
  Status prepare();
  Result<const CasePlan*> findCase() const;
  Status count(const std::string& chip, CounterReading& reading);
  Error blamed(const std::string& why) const;

  const EvaluationSetting& m_setting;
  const ProfileJob& m_job;
  std::function<void(const std::string&)> m_phase;
  std::stop_token m_stop;
  CandidatePlan m_plan;
  std::unique_ptr<Module> m_module;
  bool m_deviceLost = false;
};

}  // namespace kw

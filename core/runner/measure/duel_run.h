// SPDX-License-Identifier: GPL-3.0-or-later
// Two candidates measured in turns on the performance cases that both apply to.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/records/duel.h"
#include "runner/measure/candidate_plan.h"
#include "runner/measure/case_run.h"
#include "runner/measure/evaluation_setting.h"
#include "runner/measure/prepared_problem.h"

namespace kw {

class DuelRun {
 public:
  // `phase` is told "verifying CASE" and "timing CASE". All given outlive this.
  DuelRun(const EvaluationSetting& setting, const DuelJob& job,
          std::function<void(const std::string&)> phase, std::stop_token stop);

  // ErrorKind::failed where one of the two does not compile, load or verify, before or after its
  // turns: which one, and how.
  Result<Duel> run();

  bool deviceLost() const { return m_deviceLost; }
  bool mayHaveDamaged() const { return m_mayHaveDamaged; }

 private:
  struct Side {
    const Candidate* candidate = nullptr;
    const CompileOutcome* compiled = nullptr;
    CandidatePlan plan;
    std::unique_ptr<Module> module;
  };
  // A case that both apply to, with the plan of either side.
  struct SharedCase {
    std::array<const CasePlan*, 2> plans;
    size_t result = 0;  // index in Duel::cases
    OpenCase& open() const { return *plans[0]->open; }
  };

  Status prepare(Side& side);
  Status findCases();
  Status verifyAll();
  Status block();
  Status blockOf(const SharedCase& shared, bool swapped);
  Status turn(const SharedCase& shared, size_t which);
  Result<std::unique_ptr<CaseRun>> begin(const SharedCase& shared, size_t which);
  Status check(const SharedCase& shared, size_t which);
  Error blamed(const Side& side, const CaseFault& fault);

  const EvaluationSetting& m_setting;
  const DuelJob& m_job;
  std::function<void(const std::string&)> m_phase;
  std::stop_token m_stop;
  std::array<Side, 2> m_sides;
  std::vector<SharedCase> m_shared;
  Duel m_duel;
  bool m_deviceLost = false;
  bool m_mayHaveDamaged = false;
};

}  // namespace kw

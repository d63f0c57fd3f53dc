// SPDX-License-Identifier: GPL-3.0-or-later
// A loaded candidate on one case: symbols set, outputs and workspaces there, arguments bound.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/result/result.h"
#include "runner/device/device.h"
#include "runner/measure/candidate_plan.h"
#include "runner/verify/case_verifier.h"

namespace kw {

class CaseRun {
 public:
  // `plan`, `module` and the case outlive this. With `keepScratch` outputs and workspaces stay
  // allocated afterwards.
  static Result<std::unique_ptr<CaseRun>> begin(Device& device, Module& module,
                                                const CasePlan& plan, const Candidate& candidate,
                                                bool keepScratch);
  ~CaseRun();
  CaseRun(const CaseRun&) = delete;
  CaseRun& operator=(const CaseRun&) = delete;

  Result<std::optional<CaseFault>> verify(const VerifyOptions& options);
  // For what is not asked above; goes before this.
  CaseVerifier verifier(const VerifyOptions& options);
  Result<std::optional<CaseFault>> verifyAfterTiming(const VerifyOptions& options);
  // Launches once and keeps the outputs as the case's wanted values.
  Result<std::optional<CaseFault>> makeAnswers(double deadlineSeconds);
  // `rival`: milliseconds to beat, or 0.
  Result<TimingResult> time(const Protocol& protocol, TimedState state, double rival,
                            double deadlineSeconds, std::stop_token stop);

  // The launches with what surrounds them, for counting; `counters` is left empty.
  CountPlan countPlan(double deadlineSeconds) const;

 private:
  CaseRun(Device& device, Module& module, CaseData& data, bool keepScratch);
  Device& m_device;
  Module& m_module;
  CaseData& m_data;
  std::vector<BoundLaunch> m_launches;
  bool m_keepScratch;
};

}  // namespace kw

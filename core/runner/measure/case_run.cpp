// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/case_run.h"

#include <utility>

#include "runner/verify/argument_binding.h"

namespace kw {

CaseRun::CaseRun(Device& device, Module& module, CaseData& data, bool keepScratch)
    : m_device(device), m_module(module), m_data(data), m_keepScratch(keepScratch) {}

CaseRun::~CaseRun() {
  if (!m_keepScratch) m_data.dropScratch();
}

Result<std::unique_ptr<CaseRun>> CaseRun::begin(Device& device, Module& module,
                                                const CasePlan& plan, const Candidate& candidate,
                                                bool keepScratch) {
  CaseData& data = plan.open->data();
  std::unique_ptr<CaseRun> run(new CaseRun(device, module, data, keepScratch));
  KW_TRY(data.makeScratch(candidate));
  for (const auto& [name, bytes] : data.symbols()) {
    KW_TRY(device.setSymbol(module, name, bytes));
  }
  KW_ASSIGN(run->m_launches, boundLaunches(data, plan.launches, candidate.configuration));
  return run;
}

Result<std::optional<CaseFault>> CaseRun::verify(const VerifyOptions& options) {
  return CaseVerifier(m_module, m_data, m_launches, options).verify();
}

Result<std::optional<CaseFault>> CaseRun::verifyAfterTiming(const VerifyOptions& options) {
  return CaseVerifier(m_module, m_data, m_launches, options).verifyAfterTiming();
}

CaseVerifier CaseRun::verifier(const VerifyOptions& options) {
  return CaseVerifier(m_module, m_data, m_launches, options);
}

Result<std::optional<CaseFault>> CaseRun::makeAnswers(double deadlineSeconds) {
  CaseVerifier verifier(m_module, m_data, m_launches, {.deadlineSeconds = deadlineSeconds});
  KW_ASSIGN(const LaunchOutcome outcome, verifier.launchOnce(firstPoison));
  if (!outcome.ok()) return std::optional(launchFault(m_data.scope().name(), outcome));
  KW_TRY(m_data.takeAnswers());
  return std::optional<CaseFault>();
}

Result<TimingResult> CaseRun::time(const Protocol& protocol, TimedState state, double rival,
                                   double deadlineSeconds, std::stop_token stop) {
  LaunchPreparation preparation = preparationOf(m_data);
  const TimingPlan plan{.launches = m_launches,
                        .restores = std::move(preparation.restores),
                        .sets = std::move(preparation.sets),
                        .timedSets = std::move(preparation.timedSets),
                        .protocol = protocol,
                        .state = state,
                        .rivalMilliseconds = rival,
                        .deadlineSeconds = deadlineSeconds};
  return m_device.time(m_module, plan, stop);
}

CountPlan CaseRun::countPlan(double deadlineSeconds) const {
  LaunchPreparation preparation = preparationOf(m_data);
  CountPlan plan;
  plan.launches = m_launches;
  plan.restores = std::move(preparation.restores);
  plan.sets = std::move(preparation.sets);
  plan.timedSets = std::move(preparation.timedSets);
  plan.deadlineSeconds = deadlineSeconds;
  return plan;
}

}  // namespace kw

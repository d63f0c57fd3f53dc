// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/profile_run.h"

#include <chrono>
#include <utility>

#include "model/profile/catalogue.h"

namespace kw {

namespace {

// Launches are slower under the profiler, which also serialises them.
constexpr double deadlineFactor = 10;

// Splits the ids into the chip's counters and those that it has none for.
std::vector<std::string> countersOf(const std::vector<std::string>& ids, const std::string& chip,
                                    std::vector<std::string>& absent) {
  std::vector<std::string> names;
  for (const std::string& id : ids) {
    const Metric* metric = catalogue().find(id);
    const CounterName* counter = metric ? metric->counterOn(chip) : nullptr;
    if (counter)
      names.push_back(counter->name);
    else
      absent.push_back(id);
  }
  return names;
}

// Values by id. A counter of the chip that this device does not give is absent too.
void takeValues(const ProfileJob& job, const CountResult& result, CounterReading& reading) {
  for (const std::string& id : job.metrics) {
    const Metric* metric = catalogue().find(id);
    const CounterName* counter = metric ? metric->counterOn(reading.chip) : nullptr;
    if (!counter) continue;
    const auto value = result.values.find(counter->name);
    if (value != result.values.end())
      reading.values[id] = value->second;
    else if (!result.overBudget)
      reading.absent.push_back(id);
  }
}

}  // namespace

ProfileRun::ProfileRun(const EvaluationSetting& setting, const ProfileJob& job,
                       std::function<void(const std::string&)> phase, std::stop_token stop)
    : m_setting(setting), m_job(job), m_phase(std::move(phase)), m_stop(std::move(stop)) {}

Error ProfileRun::blamed(const std::string& why) const {
  return {ErrorKind::failed, m_job.candidate.label() + ": " + why, {}, "`kwr verify` says more"};
}

Result<CounterReading> ProfileRun::run() {
  const auto begun = std::chrono::steady_clock::now();
  CounterReading reading;
  m_phase("profiling " + m_job.caseName);
  Status counted;
  if (m_job.metrics.empty()) {
    KW_TRY(prepare());
    counted = count({}, reading);
  } else if (const auto chip = m_setting.device.counterChip()) {
    KW_TRY(prepare());
    reading.chip = *chip;
    counted = count(*chip, reading);
  } else {
    counted = fail(chip.error());
  }
  if (!counted && counted.error().kind != ErrorKind::missing) return fail(counted.error());
  if (!counted) {
    reading.refusal = counted.error().message;
    reading.advice = counted.error().advice;
  }
  reading.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
  return reading;
}

Status ProfileRun::prepare() {
  if (!m_job.compiled.ok) return fail(blamed("it does not compile"));
  KW_ASSIGN(m_plan, planCandidate(m_setting.problem.problem, m_job.candidate,
                                  m_job.compiled.artefact.resources, m_setting.device.info(),
                                  m_setting.cases));
  if (!m_plan.exceeds.empty()) return fail(blamed(m_plan.exceeds));
  KW_ASSIGN(Device::Loaded loaded, m_setting.device.load(m_job.compiled.artefact));
  m_deviceLost |= loaded.outcome.deviceLost;
  if (!loaded.outcome.ok())
    return fail(blamed("the device cannot load it: " + loaded.outcome.message));
  m_module = std::move(loaded.module);
  return {};
}

Result<const CasePlan*> ProfileRun::findCase() const {
  for (const CasePlan& plan : m_plan.cases)
    if (plan.open->name() == m_job.caseName) return &plan;
  return failInput("the candidate " + m_job.candidate.label() + " does not apply to the case '" +
                       m_job.caseName + "'",
                   {}, "name another case, or look at `requires` in the space");
}

Status ProfileRun::count(const std::string& chip, CounterReading& reading) {
  KW_ASSIGN(const CasePlan* const which, findCase());
  KW_ASSIGN(const auto run, CaseRun::begin(m_setting.device, *m_module, *which, m_job.candidate,
                                           m_setting.keepScratch));
  CountPlan plan = run->countPlan(deadlineFactor * launchDeadline(m_setting, *which->open));
  plan.counters = countersOf(m_job.metrics, chip, reading.absent);
  plan.mostPasses = m_job.mostPasses;
  if (plan.counters.empty() && !m_job.metrics.empty()) return {};
  auto counted = m_setting.device.count(*m_module, plan, m_stop);
  if (!counted) return fail(std::move(counted).error());
  m_deviceLost |= counted->outcome.deviceLost;
  if (!counted->outcome.ok()) return fail(blamed(counted->outcome.message));
  reading.planned = counted->planned;
  reading.passes = counted->passes;
  reading.overBudget = counted->overBudget;
  takeValues(m_job, *counted, reading);
  return {};
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/host_timing.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include "runner/device/enough_samples.h"
#include "runner/device/host/late_work.h"
#include "runner/device/host/processors.h"

namespace kw::host {

namespace {

constexpr double leastWarmSample = 0.001;  // seconds
constexpr uint32_t mostRepeats = 1000;
constexpr double mostLateSeconds = 0.05;

class Sampler {
 public:
  Sampler(HostModule& module, const TimingPlan& plan, const std::function<Status()>& before,
          std::stop_token stop)
      : m_module(module), m_plan(plan), m_before(before), m_stop(std::move(stop)) {}

  // Seconds of one sequence, out of `m_repeats`; an outcome that is not ok is in the result.
  Result<double> sample() {
    KW_TRY(m_before());
    if (m_stop.stop_requested()) return failCancelled();
    look();
    // What restoring touched may have moved the launcher's slots: the request is written anew each
    // time.
    KW_ASSIGN(m_result.outcome, m_module.prepare(m_plan.timedSets, m_plan.launches));
    if (!m_result.outcome.ok()) return 0.0;
    // Several launches to a sample are short ones, so the deadline of one will do for all.
    const auto begin = std::chrono::steady_clock::now();
    KW_ASSIGN(m_result.outcome, m_module.run(m_repeats, m_plan.deadlineSeconds, m_stop));
    const auto end = std::chrono::steady_clock::now();
    m_late.answered(std::chrono::duration<double>(end - begin).count());
    return std::chrono::duration<double>(end - begin).count() / m_repeats;
  }

  Result<bool> warmUp() {
    // The fastest one says how long a launch takes when nothing comes in between.
    double spent = 0, fastest = std::numeric_limits<double>::infinity();
    // Where launches are limited in time, warm-ups are too.
    for (int i = 0; i < std::max(1, m_plan.protocol.warmups); ++i) {
      KW_ASSIGN(const double seconds, sample());
      if (!m_result.outcome.ok()) return false;
      spent += seconds;
      fastest = std::min(fastest, seconds);
      if (m_plan.protocol.caseSeconds > 0 && spent > m_plan.protocol.caseSeconds / 4) break;
    }
    if (m_plan.state == TimedState::warm && fastest < leastWarmSample)
      m_repeats = static_cast<uint32_t>(
          std::min<double>(mostRepeats, 1 + leastWarmSample / std::max(fastest, 1e-7)));
    return true;
  }

  Status measure() {
    const Protocol& protocol = m_plan.protocol;
    double spent = 0;
    for (int i = 0; i < protocol.launches; ++i) {
      KW_ASSIGN(const double seconds, sample());
      if (!m_result.outcome.ok()) return {};
      m_result.samples.push_back(seconds * 1000);
      spent += seconds * m_repeats;
      m_result.kernelMilliseconds = spent * 1000;
      m_result.stoppedEarly = i + 1 < protocol.launches && isEnough(m_plan, m_result);
      if (m_result.stoppedEarly) break;
    }
    look();
    if (const std::string fault = m_late.fault(); !fault.empty())
      m_result.outcome = m_module.end(fault);
    return {};
  }

  TimingResult take() {
    m_result.perSample = static_cast<int>(m_repeats);
    return std::move(m_result);
  }

 private:
  void look() {
    m_module.waitUntilIdle(mostLateSeconds);
    m_late.look(m_module.processorSeconds());
  }

  HostModule& m_module;
  const TimingPlan& m_plan;
  const std::function<Status()>& m_before;
  std::stop_token m_stop;
  uint32_t m_repeats = 1;
  LateWork m_late{processors().size()};
  TimingResult m_result;
};

}  // namespace

Result<TimingResult> takeSamples(HostModule& module, const TimingPlan& plan,
                                 const std::function<Status()>& before, std::stop_token stop) {
  Sampler sampler(module, plan, before, std::move(stop));
  KW_ASSIGN(const bool ready, sampler.warmUp());
  if (ready) KW_TRY(sampler.measure());
  return sampler.take();
}

}  // namespace kw::host

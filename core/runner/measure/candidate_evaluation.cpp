// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/candidate_evaluation.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/clock/clock.h"
#include "base/result/message.h"
#include "model/metrics/least_possible.h"
#include "runner/device/elf_symbols.h"
#include "runner/measure/case_timing.h"

namespace kw {

namespace {

class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - m_start).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point m_start = Clock::now();
};

// The first line of a compiler's log that tells of an error, else its first line.
std::string errorLine(const std::string& log) {
  size_t start = log.find("error");
  start = start == std::string::npos ? 0 : log.rfind('\n', start);
  start = start == std::string::npos ? 0 : log.find_first_not_of('\n', start);
  if (start == std::string::npos) return "";
  return log.substr(start, log.find('\n', start) - start);
}

Evaluation headed(const EvaluationSetting& setting, const EvaluationJob& job) {
  Evaluation evaluation;
  evaluation.key = job.key;
  evaluation.candidate = job.candidate;
  evaluation.deviceId = setting.device.info().uuid;
  evaluation.deviceModel = setting.device.info().model;
  evaluation.protocol = job.protocol.text();
  evaluation.resources = job.compiled.artefact.resources;
  evaluation.costs.compile = job.compiled.milliseconds;
  evaluation.seed = setting.seed;
  evaluation.checkSeed = job.scrutiny.seed;
  evaluation.started = utcNow();
  evaluation.verdict.allCases = static_cast<int>(setting.cases.size());
  return evaluation;
}

}  // namespace

CandidateEvaluation::CandidateEvaluation(const EvaluationSetting& setting, const EvaluationJob& job,
                                         std::function<void(const std::string&)> phase,
                                         std::stop_token stop)
    : m_setting(setting),
      m_job(job),
      m_phase(std::move(phase)),
      m_stop(std::move(stop)),
      m_evaluation(headed(setting, job)) {}

Result<Evaluation> CandidateEvaluation::run() {
  KW_TRY(judge());
  return std::move(m_evaluation);
}

Status CandidateEvaluation::judge() {
  m_evaluation.verdict.oracle = oracleStrength(m_setting.cases);
  if (!judgeCompiled()) return {};
  KW_ASSIGN(m_plan,
            planCandidate(m_setting.problem.problem, m_job.candidate, m_evaluation.resources,
                          m_setting.device.info(), m_setting.cases));
  keepChosenCases();
  m_evaluation.occupancy = m_plan.occupancy;
  m_evaluation.verdict.notApplicableTo = m_plan.notApplicableTo;
  if (!judgePlan()) return {};
  KW_ASSIGN(const bool loaded, load());
  if (!loaded) return {};
  const Stopwatch verifying;
  KW_ASSIGN(const bool right, verifyCases());
  m_evaluation.costs.verify = verifying.milliseconds();
  if (!right) return {};
  const Stopwatch timing;
  KW_ASSIGN(const bool stillRight, timeCases());
  m_evaluation.costs.measure = timing.milliseconds();
  if (!stillRight) {
    m_evaluation.measurements.clear();
    return {};
  }
  m_evaluation.geomean = geomeanOf(m_evaluation.measurements, m_setting.problem.problem);
  KW_ASSIGN(const bool deeplyRight, deepen());
  if (!deeplyRight) {
    m_evaluation.measurements.clear();
    m_evaluation.geomean = 0;
    return {};
  }
  Verdict& verdict = m_evaluation.verdict;
  verdict.kind = VerdictKind::verified;
  verdict.message = "verified on " + std::to_string(verdict.verifiedCases) + " of " +
                    counted(verdict.allCases, "case");
  return {};
}

void CandidateEvaluation::keepChosenCases() {
  const std::vector<std::string>& chosen = m_job.scrutiny.onlyCases;
  if (chosen.empty()) return;
  std::erase_if(m_plan.cases, [&](const CasePlan& plan) {
    return std::ranges::find(chosen, plan.open->name()) == chosen.end();
  });
}

// The source is looked at in full in any case: other candidates are judged by what it can do.
Depth CandidateEvaluation::depth() const {
  const Scrutiny& scrutiny = m_job.scrutiny;
  if (scrutiny.depth != Depth::quick || !scrutiny.deepenBest) return scrutiny.depth;
  const double best = m_setting.bestMilliseconds, own = m_evaluation.geomean;
  const bool isBest = !m_job.candidate.isTemplate || best == 0 || own == 0 || own < best;
  return isBest ? Depth::full : Depth::quick;
}

Result<bool> CandidateEvaluation::deepen() {
  m_evaluation.depth = depth();
  if (m_evaluation.depth == Depth::quick) return true;
  const Stopwatch deepening;
  m_evaluation.verdict.globals = lastingVariables(m_job.compiled.artefact.path);
  const CheckedCandidate checked{.module = *m_module,
                                 .compiled = m_job.compiled,
                                 .candidate = m_job.candidate,
                                 .plan = m_plan,
                                 .options = [this](const CasePlan& plan) { return options(plan); },
                                 .phase = m_phase};
  KW_ASSIGN(DeepFindings findings,
            m_setting.deep.run(checked, m_evaluation.depth, m_job.scrutiny, m_stop));
  const bool isFull = m_evaluation.depth == Depth::full;
  (isFull ? m_evaluation.costs.full : m_evaluation.costs.thorough) =
      deepening.milliseconds() + (isFull ? 0 : m_job.compiled.sanitizedMilliseconds);
  m_evaluation.verdict.errors = std::move(findings.errors);
  m_evaluation.verdict.unchecked = std::move(findings.unchecked);
  if (findings.fault) return blame(*std::move(findings.fault));
  double& best = m_setting.bestMilliseconds;
  if (best == 0 || m_evaluation.geomean < best) best = m_evaluation.geomean;
  return true;
}

bool CandidateEvaluation::blame(CaseFault fault) {
  Verdict& verdict = m_evaluation.verdict;
  verdict.kind = fault.kind;
  verdict.message = std::move(fault.message);
  verdict.detail = std::move(fault.detail);
  verdict.difference = std::move(fault.difference);
  if (!fault.errors.empty()) verdict.errors = std::move(fault.errors);
  m_deviceLost |= fault.deviceLost;
  m_killed |= fault.killed;
  m_mayHaveDamaged |= fault.mayHaveDamaged;
  return false;
}

bool CandidateEvaluation::blame(VerdictKind kind, std::string message) {
  CaseFault fault;
  fault.kind = kind;
  fault.message = std::move(message);
  return blame(std::move(fault));
}

bool CandidateEvaluation::judgeCompiled() {
  if (m_job.compiled.ok) return true;
  const std::string& exceeded = m_job.compiled.exceededLimit;
  if (exceeded.empty())
    blame(VerdictKind::failedToCompile, errorLine(m_job.compiled.log));
  else
    blame(VerdictKind::exceedsLimits, exceeded);
  m_evaluation.verdict.detail = m_job.compiled.log;
  return false;
}

bool CandidateEvaluation::judgePlan() {
  if (!m_plan.exceeds.empty()) return blame(VerdictKind::exceedsLimits, m_plan.exceeds);
  if (m_plan.cases.empty()) {
    return blame(VerdictKind::notApplicable, "its `requires` holds for no case");
  }
  return true;
}

Result<bool> CandidateEvaluation::load() {
  KW_ASSIGN(Device::Loaded loaded, m_setting.device.load(m_job.compiled.artefact));
  m_module = std::move(loaded.module);
  const LaunchOutcome& outcome = loaded.outcome;
  if (outcome.ok()) return true;
  m_deviceLost |= outcome.deviceLost;
  m_killed |= outcome.killed;
  const bool refused = outcome.kind == LaunchOutcome::Kind::refused;
  return blame(refused ? VerdictKind::exceedsLimits : VerdictKind::crashed,
               "the device cannot load it: " + outcome.message);
}

double CandidateEvaluation::deadline(const OpenCase& open) const {
  return m_job.deadlineSeconds > 0 ? m_job.deadlineSeconds : launchDeadline(m_setting, open);
}

VerifyOptions CandidateEvaluation::options(const CasePlan& plan) {
  VerifyOptions options{.deadlineSeconds = deadline(*plan.open),
                        .deterministic = m_setting.problem.problem.deterministic};
  if (const auto check = plan.open->check(m_stop)) {
    options.check = [this, check](const Arrays& got) {
      auto answer = check(got);
      if (!answer) m_checkFailed = answer.error();
      return answer;
    };
  }
  return options;
}

Result<std::unique_ptr<CaseRun>> CandidateEvaluation::begin(const CasePlan& plan) {
  return CaseRun::begin(m_setting.device, *m_module, plan, m_job.candidate, m_setting.keepScratch);
}

// Workspaces that a template asks for may have no size or be larger than the device: its own fault.
Result<bool> CandidateEvaluation::couldNotBegin(const CasePlan& plan, Error error) {
  const auto& space = m_setting.problem.problem.space;
  const bool hasOwn = m_job.candidate.isTemplate && space && !space->workspace.empty();
  if (!hasOwn || error.kind == ErrorKind::cancelled) return fail(std::move(error));
  return blame(VerdictKind::exceedsLimits, "case " + plan.open->name() + ": " + error.message);
}

Result<bool> CandidateEvaluation::verifyCases() {
  for (const CasePlan& plan : m_plan.cases) {
    if (m_stop.stop_requested()) return failCancelled();
    m_phase("verifying " + plan.open->name());
    KW_ASSIGN(const bool right, verifyCase(plan));
    if (!right) return false;
    ++m_evaluation.verdict.verifiedCases;
  }
  return true;
}

Result<bool> CandidateEvaluation::verifyCase(const CasePlan& plan) {
  auto run = begin(plan);
  if (!run) return couldNotBegin(plan, std::move(run).error());
  auto fault = (*run)->verify(options(plan));
  if (fault) return *fault ? blame(**std::move(fault)) : true;
  if (!m_checkFailed || m_checkFailed->kind == ErrorKind::cancelled) return fail(fault.error());
  return blame(VerdictKind::couldNotJudge, m_checkFailed->message);
}

Result<bool> CandidateEvaluation::timeCases() {
  for (const CasePlan& plan : m_plan.cases) {
    if (!plan.open->which().performance) continue;
    if (m_stop.stop_requested()) return failCancelled();
    m_phase("timing " + plan.open->name());
    KW_ASSIGN(const bool right, timeCase(plan));
    if (!right) return false;
  }
  return true;
}

// Nobody can count on how many launches come before those that are timed.
Result<bool> CandidateEvaluation::warmUpUnseen(CaseRun& run, const CasePlan& plan) {
  constexpr uint64_t most = 4;
  const auto times = static_cast<int>(m_job.scrutiny.seed / 7 % most);
  KW_ASSIGN(const LaunchOutcome outcome, run.verifier(options(plan)).launchUnseen(times));
  return outcome.ok() ? true : blame(launchFault(plan.open->name(), outcome));
}

Result<bool> CandidateEvaluation::timeCase(const CasePlan& plan) {
  KW_ASSIGN(const auto run, begin(plan));
  KW_ASSIGN(bool finished, warmUpUnseen(*run, plan));
  if (!finished) return false;
  KW_ASSIGN(finished, timeState(*run, *plan.open, TimedState::cold));
  if (finished && m_job.protocol.warm) {
    KW_ASSIGN(finished, timeState(*run, *plan.open, TimedState::warm));
  }
  if (finished && m_job.protocol.inSeries) {
    KW_ASSIGN(finished, timeState(*run, *plan.open, TimedState::inSeries));
  }
  if (!finished) return false;
  KW_ASSIGN(auto fault, run->verifyAfterTiming(options(plan)));
  return fault ? blame(*std::move(fault)) : true;
}

Result<bool> CandidateEvaluation::timeState(CaseRun& run, const OpenCase& open, TimedState timed) {
  const std::string state(name(timed));
  const auto rival = m_job.rival.find(rivalKey(open.name(), state));
  KW_ASSIGN(const TimingResult timing,
            run.time(m_job.protocol, timed, rival == m_job.rival.end() ? 0 : rival->second,
                     deadline(open), m_stop));
  m_evaluation.costs.kernel += timing.kernelMilliseconds;
  if (!timing.outcome.ok()) return blame(launchFault(open.name(), timing.outcome));
  m_evaluation.measurements.push_back(measurementOf(open, m_setting.device.info(), state, timing));
  const std::string impossible =
      impossibleTimeText(m_evaluation.measurements.back().median, m_setting.problem.problem.work,
                         open.scope().lookup(), m_setting.device.info());
  if (!impossible.empty())
    return blame(VerdictKind::wrong, "case " + open.name() + ", " + state + ": " + impossible);
  if (!m_job.candidate.isTemplate && timed == TimedState::cold) {
    m_setting.sourceMilliseconds[open.name()] = m_evaluation.measurements.back().median;
  }
  return true;
}

}  // namespace kw

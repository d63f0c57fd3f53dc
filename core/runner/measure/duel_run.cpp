// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/duel_run.h"

#include <algorithm>
#include <random>
#include <utility>

#include "base/clock/clock.h"

namespace kw {

namespace {

// Mean of the middle half: as steady as the median, without its steps where the clock is coarse.
double middleMean(std::vector<double> samples) {
  std::ranges::sort(samples);
  const size_t cut = samples.size() / 4;
  double sum = 0;
  for (size_t i = cut; i < samples.size() - cut; ++i)
    sum += samples[i];
  return sum / static_cast<double>(samples.size() - 2 * cut);
}

// A turn takes its few launches and no more; what else the evaluations' protocol says holds.
Protocol protocolOfTurn(const Protocol& given, const DuelSettings& settings) {
  Protocol protocol = given;
  protocol.warmups = 1;
  protocol.launches = settings.launches;
  protocol.leastLaunches = std::min(given.leastLaunches, settings.launches);
  protocol.warm = protocol.inSeries = false;
  protocol.precision = 0;
  return protocol;
}

}  // namespace

DuelRun::DuelRun(const EvaluationSetting& setting, const DuelJob& job,
                 std::function<void(const std::string&)> phase, std::stop_token stop)
    : m_setting(setting), m_job(job), m_phase(std::move(phase)), m_stop(std::move(stop)) {
  m_sides[0].candidate = &job.first;
  m_sides[0].compiled = &job.compiledFirst;
  m_sides[1].candidate = &job.second;
  m_sides[1].compiled = &job.compiledSecond;
}

Result<Duel> DuelRun::run() {
  m_duel.first = m_job.first;
  m_duel.second = m_job.second;
  m_duel.deviceId = m_setting.device.info().uuid;
  m_duel.deviceModel = m_setting.device.info().model;
  m_duel.protocol = m_job.protocol.text();
  m_duel.settings = m_job.settings;
  m_duel.seed = m_setting.seed;
  m_duel.started = utcNow();
  m_duel.oracle = oracleStrength(m_setting.cases);
  for (Side& side : m_sides)
    KW_TRY(prepare(side));
  KW_TRY(findCases());
  KW_TRY(verifyAll());
  while (!isEnough(m_duel))
    KW_TRY(block());
  for (const SharedCase& shared : m_shared)
    for (size_t which = 0; which < m_sides.size(); ++which)
      KW_TRY(check(shared, which));
  return std::move(m_duel);
}

Error DuelRun::blamed(const Side& side, const CaseFault& fault) {
  m_deviceLost |= fault.deviceLost;
  m_mayHaveDamaged |= fault.mayHaveDamaged;
  Error error{ErrorKind::failed,
              side.candidate->label() + ": " + fault.message,
              {},
              "only candidates that are right can be compared; `kwr verify` says more"};
  return error;
}

Status DuelRun::prepare(Side& side) {
  const auto refused = [&](const std::string& why) {
    CaseFault fault;
    fault.message = why;
    return fail(blamed(side, fault));
  };
  if (!side.compiled->ok) return refused("it does not compile");
  KW_ASSIGN(side.plan, planCandidate(m_setting.problem.problem, *side.candidate,
                                     side.compiled->artefact.resources, m_setting.device.info(),
                                     m_setting.cases));
  if (!side.plan.exceeds.empty()) return refused(side.plan.exceeds);
  KW_ASSIGN(Device::Loaded loaded, m_setting.device.load(side.compiled->artefact));
  m_deviceLost |= loaded.outcome.deviceLost;
  if (!loaded.outcome.ok()) return refused("the device cannot load it: " + loaded.outcome.message);
  side.module = std::move(loaded.module);
  return {};
}

Status DuelRun::findCases() {
  for (const CasePlan& first : m_sides[0].plan.cases) {
    if (!first.open->which().performance) continue;
    const auto second = std::ranges::find(m_sides[1].plan.cases, first.open, &CasePlan::open);
    if (second == m_sides[1].plan.cases.end()) continue;
    m_shared.push_back({{&first, &*second}, m_duel.cases.size()});
    m_duel.cases.push_back({first.open->name(), first.open->which().weight, {}, {}});
  }
  if (!m_shared.empty()) return {};
  return failInput("there is no performance case that both candidates apply to", {},
                   "their `requires` in the space say which cases they apply to");
}

Result<std::unique_ptr<CaseRun>> DuelRun::begin(const SharedCase& shared, size_t which) {
  Side& side = m_sides[which];
  return CaseRun::begin(m_setting.device, *side.module, *shared.plans[which], *side.candidate,
                        m_setting.keepScratch);
}

Status DuelRun::check(const SharedCase& shared, size_t which) {
  if (m_stop.stop_requested()) return failCancelled();
  KW_ASSIGN(const auto run, begin(shared, which));
  const VerifyOptions options{.deadlineSeconds = launchDeadline(m_setting, shared.open()),
                              .deterministic = m_setting.problem.problem.deterministic,
                              .check = shared.open().check(m_stop)};
  KW_ASSIGN(auto fault, run->verify(options));
  if (fault) return fail(blamed(m_sides[which], *fault));
  return {};
}

Status DuelRun::verifyAll() {
  for (const SharedCase& shared : m_shared) {
    m_phase("verifying " + shared.open().name());
    for (size_t which = 0; which < m_sides.size(); ++which)
      KW_TRY(check(shared, which));
  }
  return {};
}

// Which of the two begins is drawn anew for each block, so that nothing that depends on the order
// (what the caches and the clock were left in) can favour one.
Status DuelRun::block() {
  std::mt19937_64 random(m_job.settings.order * 0x9e3779b97f4a7c15u + m_duel.blocks());
  const bool swapped = (random() >> 63) != 0;
  for (const SharedCase& shared : m_shared) {
    if (m_stop.stop_requested()) return failCancelled();
    m_phase("timing " + shared.open().name());
    KW_TRY(blockOf(shared, swapped));
  }
  return {};
}

Status DuelRun::blockOf(const SharedCase& shared, bool swapped) {
  const size_t one = swapped ? 1 : 0;
  for (const size_t which : {one, 1 - one, 1 - one, one})
    KW_TRY(turn(shared, which));
  return {};
}

Status DuelRun::turn(const SharedCase& shared, size_t which) {
  KW_ASSIGN(const auto run, begin(shared, which));
  KW_ASSIGN(const TimingResult timing,
            run->time(protocolOfTurn(m_job.protocol, m_job.settings), TimedState::cold, 0,
                      launchDeadline(m_setting, shared.open()), m_stop));
  m_duel.kernelMilliseconds += timing.kernelMilliseconds;
  if (!timing.outcome.ok())
    return fail(blamed(m_sides[which], launchFault(shared.open().name(), timing.outcome)));
  DuelCase& result = m_duel.cases[shared.result];
  (which == 0 ? result.first : result.second).push_back(middleMean(timing.samples));
  return {};
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/supervisor.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "base/clock/clock.h"
#include "base/json/text.h"
#include "base/log/log.h"

namespace kw {

namespace {

// Drivers that take longer than this to look for devices do not hold up the greeting.
constexpr std::chrono::seconds greetingLimit{20};
// What code is listed for where nobody says and there is no GPU.
constexpr const char* usualArchitecture = "sm_90";

std::string hostName() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data())
                                                        : std::string("unknown");
}

// The id of a line that is no valid request, so that whoever waits for its answer gets one; 0 if it
// has none.
int64_t idIn(std::string_view line) {
  const auto value = json::parse(line);
  return value ? (*value)["id"].asInteger() : 0;
}

// All is compared with the source: a verdict that may not be its fault would spoil the session.
protocol::Reply afterDeath(int64_t id, const EvaluationFrame& frame, const CompileOutcome& compiled,
                           const WorkerDeath& death) {
  Evaluation evaluation = deathOnDevice(frame, compiled, death);
  if (frame.candidate.isTemplate || !death.killed)
    return protocol::Evaluated{id, std::move(evaluation)};
  return protocol::Failed{id, Error{ErrorKind::failed,
                                    evaluation.verdict.message + ", twice: it was killed",
                                    {},
                                    "is the memory exhausted?"}};
}

}  // namespace

Supervisor::Supervisor(ProtocolStreams streams, const RunnerOptions& options, files::Path cache)
    : m_options(options),
      m_cache(std::move(cache)),
      m_clocks(options),
      m_blobs(m_cache / "blobs", options.cacheLimit),
      m_compiles(m_loop, workerCommand(options, RunnerOptions::Role::compileWorker)),
      m_device(m_loop, workerCommand(options, RunnerOptions::Role::deviceWorker),
               options.deadlineSeconds),
      m_duels(m_compiles, m_device, duelHandlers()),
      m_profiles(m_compiles, m_device, profileHandlers()),
      m_listings(m_loop, workerCommand(options, RunnerOptions::Role::compileWorker),
                 m_cache / "problems", listingHandlers()),
      m_client(m_loop, std::move(streams.input), std::move(streams.output),
               {[this](std::string_view line) { take(line); },
                [this](const std::string& reason) {
                  log::info("runner", "the client has gone: " + reason);
                  m_loop.stop();
                }}) {}

void Supervisor::run() {
  listDevices();
  m_loop.after(greetingLimit, [this] {
    if (m_devices) return;
    listed(
        fail("the drivers did not answer within " + std::to_string(greetingLimit.count()) + " s"));
  });
  m_loop.run();
}

// --- requests

void Supervisor::take(std::string_view line) {
  auto request = protocol::decodeRequest(line);
  if (!request) return refuse(idIn(line), std::move(request).error());
  std::visit([this](auto& one) { handle(std::move(one)); }, *request);
}

bool Supervisor::isUsable(int64_t id) const {
  return id > 0 && id < worker::firstOwnId;
}

void Supervisor::refuse(int64_t id, Error error) {
  // Where another request has this id, its answer is still to come.
  reply(protocol::Failed{isUsable(id) && idIsFree(id) ? id : 0, std::move(error)});
}

bool Supervisor::admit(int64_t id) {
  if (isUsable(id) && idIsFree(id)) return true;
  const std::string why = isUsable(id) ? "is in use" : "is none: ids begin at 1";
  refuse(0, Error{ErrorKind::badInput, "the id " + std::to_string(id) + " " + why, {}, {}});
  return false;
}

bool Supervisor::idIsFree(int64_t id) const {
  const bool opening =
      std::ranges::any_of(m_openings, [id](const auto& one) { return one->id() == id; });
  const bool listing =
      std::ranges::any_of(m_waitingForDevices, [id](const auto& one) { return one.id == id; });
  return !opening && !listing && !m_evaluations.contains(id) && !m_duels.contains(id) &&
         !m_profiles.contains(id) && !m_listings.contains(id) && !m_peaks.contains(id);
}

void Supervisor::handle(protocol::HelloRequest request) {
  if (request.version == protocol::version) {
    // The greeting goes out by itself; who asks again wants to know whether we are there.
    if (std::exchange(m_wasAsked, true) && m_greeted) sayHello();
    return;
  }
  reply(protocol::Failed{
      0, Error{ErrorKind::badInput,
               "this runner (version " + runnerVersion() + ") speaks version " +
                   std::to_string(protocol::version) + " of the protocol, the client version " +
                   std::to_string(request.version),
               {},
               "install the same version of Kernelwright on both machines"}});
}

void Supervisor::handle(protocol::ByeMessage) {
  m_loop.stop();
}

void Supervisor::handle(protocol::CancelRequest request) {
  const int64_t id = request.id;
  if (m_duels.cancel(id) || m_profiles.cancel(id) || m_listings.cancel(id)) return;
  if (m_evaluations.contains(id)) {
    if (!m_compiles.cancel(id) && !m_device.cancel(id)) giveUp(id, Status(failCancelled()).error());
    return;
  }
  const auto opening =
      std::ranges::find_if(m_openings, [id](const auto& one) { return one->id() == id; });
  if (opening == m_openings.end()) return;  // answered already
  const bool isFirst = opening == m_openings.begin();
  const auto given = std::move(*opening);
  m_openings.erase(opening);
  if (isFirst && std::exchange(m_firstProceeded, false)) given->abandon();
  reply(protocol::Failed{id, Error{ErrorKind::cancelled, "opening was cancelled", {}, {}}});
  advanceOpenings();
}

// --- devices

void Supervisor::listDevices() {
  m_device.list({}, {}, [this](Result<protocol::Devices> devices) { listed(std::move(devices)); });
}

void Supervisor::listed(Result<protocol::Devices> devices) {
  if (devices) {
    m_devices = std::move(*devices);
  } else if (!m_devices) {
    m_devices.emplace();
    m_devices->missing.push_back(devices.error().text());
  }
  greet();
  for (const auto& request : std::exchange(m_waitingForDevices, {}))
    answerDevices(request);
  advanceOpenings();
}

void Supervisor::greet() {
  if (!std::exchange(m_greeted, true)) sayHello();
}

void Supervisor::sayHello() {
  protocol::Hello hello;
  hello.runner = runnerVersion();
  hello.host = hostName();
  hello.process = getpid();
  for (const DeviceInfo& device : m_devices->devices)
    hello.devices.push_back(device.id);
  reply(hello);
}

void Supervisor::handle(const protocol::DevicesRequest& request) {
  if (!admit(request.id)) return;
  if (!m_devices) {
    m_waitingForDevices.push_back(request);
    return;
  }
  answerDevices(request);
}

// Measuring would disturb a runner that is using the device, and be disturbed by it.
std::map<std::string, DeviceLock> Supervisor::lockIdleDevices(protocol::Devices& answer) {
  std::map<std::string, DeviceLock> locks;
  for (DeviceInfo& device : answer.devices) {
    if (m_problem && m_problem->opened.device.id == device.id) continue;
    auto lock = DeviceLock::take(m_cache / "locks", device);
    if (lock)
      locks.emplace(device.id, std::move(*lock));
    else
      device.missing.push_back("its peaks were not measured: " + lock.error().message);
  }
  return locks;
}

void Supervisor::answerDevices(const protocol::DevicesRequest& request) {
  const int64_t id = request.id;
  protocol::Devices answer = *m_devices;
  answer.id = id;
  if (!request.peaks && request.counters.empty()) return reply(answer);
  auto locks = std::make_shared<std::map<std::string, DeviceLock>>();
  if (request.peaks) *locks = lockIdleDevices(answer);
  std::vector<std::string> names;
  for (const DeviceInfo& device : answer.devices)
    if (request.peaks &&
        (locks->contains(device.id) || (m_problem && m_problem->opened.device.id == device.id)))
      names.push_back(device.id);
  m_peaks.emplace(id, request);
  const auto listed = [this, id, answer, locks](Result<protocol::Devices> measured) mutable {
    m_peaks.erase(id);
    locks->clear();
    if (!measured) return reply(protocol::Failed{id, std::move(measured).error()});
    for (DeviceInfo& device : measured->devices) {
      const auto before = std::ranges::find(answer.devices, device.id, &DeviceInfo::id);
      if (before != answer.devices.end() && device.measuredPeaks.empty() && device.missing.empty())
        device.missing = before->missing;
    }
    measured->id = id;
    reply(*measured);
  };
  m_device.list(std::move(names), request.counters, listed);
}

// --- problems

void Supervisor::handle(protocol::OpenRequest request) {
  if (!admit(request.id)) return;
  const int64_t id = request.id;
  Opening::Handlers handlers{[this](protocol::Need need) { reply(std::move(need)); },
                             [this, id](const std::string& text) { started(id, text); },
                             [this](Result<OpenProblem> problem) { opened(std::move(problem)); }};
  m_openings.push_back(
      std::make_unique<Opening>(Opening::Parts{m_loop, m_blobs, m_compiles, m_device, m_cache,
                                               m_clocks, m_options.borrowsDevice},
                                std::move(request), std::move(handlers)));
  if (m_openings.size() > 1) return;
  m_openings.front()->start();
  advanceOpenings();
}

void Supervisor::handle(const protocol::BlobMessage& message) {
  Opening* opening = m_openings.empty() ? nullptr : m_openings.front().get();
  const auto size = opening ? opening->expects(message.hash) : std::nullopt;
  if (!size) {
    log::info("runner", "a file that nobody asked for was thrown away");
    return;
  }
  auto complete = m_blobs.append(message.hash, message.offset, message.data, message.last, *size);
  if (!complete) return opened(fail(std::move(complete).error()));
  if (!*complete) return;
  opening->blobArrived(message.hash);
  advanceOpenings();
}

void Supervisor::advanceOpenings() {
  if (m_openings.empty() || m_firstProceeded || !m_devices || !m_evaluations.empty() ||
      !m_duels.empty() || !m_profiles.empty())
    return;
  Opening& first = *m_openings.front();
  if (!first.filesComplete()) return;
  m_firstProceeded = true;
  std::optional<DeviceLock> lock;
  if (m_problem && m_problem->opened.device.id == first.device()) lock = std::move(m_problem->lock);
  m_device.close();
  m_problem.reset();
  first.proceed(m_devices->devices, std::move(lock));
}

void Supervisor::opened(Result<OpenProblem> problem) {
  const int64_t id = m_openings.front()->id();
  // The opening is still on the stack.
  m_loop.post([gone = std::shared_ptr<Opening>(std::move(m_openings.front()))] {});
  m_openings.pop_front();
  m_firstProceeded = false;
  m_blobs.trim();
  if (problem) {
    m_problem = std::move(*problem);
    m_openDevice = std::make_shared<const DeviceInfo>(m_problem->opened.device);
    reply(m_problem->opened);
  } else {
    reply(protocol::Failed{id, std::move(problem).error()});
  }
  if (m_openings.empty()) return;
  m_openings.front()->start();
  advanceOpenings();
}

// --- evaluations

Status Supervisor::mayEvaluate(int64_t problem) const {
  if (!m_problem || m_problem->id != problem)
    return failInput("the problem " + std::to_string(problem) + " is not open", {},
                     "open it first and wait for the answer");
  if (!m_openings.empty())
    return failInput("the problem " + std::to_string(problem) +
                     " is being replaced by another one");
  return {};
}

void Supervisor::handle(protocol::EvaluateRequest request) {
  const int64_t id = request.id;
  if (!admit(id)) return;
  if (Status may = mayEvaluate(request.problem); !may) return refuse(id, std::move(may).error());
  const bool sanitized = request.scrutiny.depth == Depth::thorough;
  Evaluating one;
  one.deadlineSeconds = request.deadlineSeconds;
  one.rival = std::move(request.rival);
  one.scrutiny = request.scrutiny;
  one.frame = {request.candidate, request.key,     m_openDevice,
               request.protocol,  m_problem->seed, static_cast<int>(m_problem->opened.cases.size()),
               utcNow()};
  m_evaluations.emplace(id, std::move(one));
  m_compiles.add({id, std::move(request.candidate), [this, id] { started(id, "compiling"); },
                  [this, id](Result<CompileOutcome> outcome) { compiled(id, std::move(outcome)); },
                  sanitized});
}

void Supervisor::compiled(int64_t id, Result<CompileOutcome> outcome) {
  const auto found = m_evaluations.find(id);
  if (found == m_evaluations.end()) return;
  Evaluating& one = found->second;
  if (!outcome) return giveUp(id, std::move(outcome).error());
  one.compiled = std::move(*outcome);
  m_device.add({worker::Judge{id, one.frame.candidate, one.frame.key, one.frame.protocol,
                              one.compiled, one.scrutiny, one.rival},
                one.deadlineSeconds, [this, id](const std::string& text) { phase(id, text); },
                [this, id](JobEnding ending) { judged(id, std::move(ending)); }});
}

// Nobody acts on it at once.
void Supervisor::started(int64_t id, const std::string& phase) {
  m_client.sendSoon(protocol::encode(protocol::Started{id, phase}));
}

void Supervisor::phase(int64_t id, const std::string& text) {
  const std::string word = text.substr(0, text.find(' '));
  std::string& last = m_evaluations.at(id).phase;
  if (word != last) started(id, word);
  last = word;
  holdCompiling(word);
}

// While times are taken on the CPU.
void Supervisor::holdCompiling(const std::string& phase) {
  if (phase == "timing" && m_problem->opened.device.isHost())
    m_compiles.pause([this] { m_device.proceed(); });
}

void Supervisor::judged(int64_t id, JobEnding ending) {
  m_compiles.resume();
  const auto found = m_evaluations.find(id);
  if (found == m_evaluations.end()) return;
  const Evaluating one = std::move(found->second);
  m_evaluations.erase(found);
  if (const auto* evaluated = std::get_if<worker::AnswerLine>(&ending))
    m_client.sendSoon(evaluated->line);  // the next is under way already
  else if (auto* error = std::get_if<Error>(&ending))
    reply(protocol::Failed{id, std::move(*error)});
  else
    reply(afterDeath(id, one.frame, one.compiled, std::get<WorkerDeath>(ending)));
  advanceOpenings();
}

// --- duels

Duels::Handlers Supervisor::duelHandlers() {
  return {[this](int64_t id, const std::string& text) {
            const std::string word = text.substr(0, text.find(' '));
            started(id, word);
            holdCompiling(word);
          },
          [this](int64_t, const std::string& line) {
            m_compiles.resume();
            m_client.sendSoon(line);
            advanceOpenings();
          },
          [this](int64_t id, Error error) {
            m_compiles.resume();
            reply(protocol::Failed{id, std::move(error)});
            advanceOpenings();
          }};
}

void Supervisor::handle(protocol::DuelRequest request) {
  if (!admit(request.id)) return;
  if (Status may = mayEvaluate(request.problem); !may)
    return refuse(request.id, std::move(may).error());
  m_duels.add(std::move(request));
}

// --- profiles

Profiles::Handlers Supervisor::profileHandlers() {
  return {[this](int64_t id, const std::string& text) { started(id, text); },
          [this](int64_t, const std::string& line) {
            m_client.send(line);
            advanceOpenings();
          },
          [this](int64_t id, Error error) {
            reply(protocol::Failed{id, std::move(error)});
            advanceOpenings();
          }};
}

void Supervisor::handle(protocol::ProfileRequest request) {
  if (!admit(request.id)) return;
  if (Status may = mayEvaluate(request.problem); !may)
    return refuse(request.id, std::move(may).error());
  m_profiles.add(std::move(request));
}

// --- listings

Listings::Handlers Supervisor::listingHandlers() {
  return {[this](int64_t id, const std::string& text) { started(id, text); },
          [this](int64_t, const std::string& line) { m_client.send(line); },
          [this](int64_t id, Error error) {
            reply(protocol::Failed{id, std::move(error)});
          }};
}

void Supervisor::handle(protocol::ListingRequest request) {
  if (!admit(request.id)) return;
  if (request.kind == "cuda" && request.architecture.empty()) {
    request.architecture = usualArchitecture;
    for (const DeviceInfo& device : m_devices ? m_devices->devices : std::vector<DeviceInfo>())
      if (device.kind == "cuda") request.architecture = device.architecture;
  }
  m_listings.add(std::move(request));
}

void Supervisor::giveUp(int64_t id, Error error) {
  m_evaluations.erase(id);
  reply(protocol::Failed{id, std::move(error)});
  advanceOpenings();
}

}  // namespace kw

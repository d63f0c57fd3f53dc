// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/device_worker.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <stop_token>
#include <thread>
#include <utility>

#include "model/problem/problem_file.h"
#include "runner/measure/prepared_problem.h"
#include "runner/server/launch_log.h"

namespace kw {

namespace {

using protocol::Reply;

// How long a timing waits for compiling to pause before it goes on regardless.
constexpr std::chrono::seconds pauseLimit{2};

// "timing decode" as the two of them.
std::pair<std::string, std::string> splitPhase(const std::string& text) {
  const size_t space = text.find(' ');
  if (space == std::string::npos) return {text, {}};
  return {text.substr(0, space), text.substr(space + 1)};
}

// The main thread reads orders; one further thread, the device's own, does everything with drivers.
class DeviceWorker {
 public:
  DeviceWorker(ProtocolStreams streams, const std::vector<DeviceKind>& kinds,
               const RunnerOptions& options)
      : m_pipe(std::move(streams)), m_kinds(kinds), m_options(options) {}

  [[noreturn]] void run() {
    const std::jthread device([this] { work(); });
    while (auto order = m_pipe.read())
      take(std::move(*order));
    endWorker();
  }

 private:
  // The main thread.
  void take(worker::Order order);
  void stopOrder(int64_t id);

  // The device's thread.
  void work();
  worker::Order nextOrder();
  void handle(const worker::ListDevices& order);
  void handle(const worker::OpenDevice& order);
  void handle(const worker::Judge& order);
  void handle(const worker::Duel& order);
  void handle(const worker::Profile& order);
  template <class Other>
  void handle(const Other&) {}

  Result<std::unique_ptr<Device>> openDevice(const std::string& id);
  Status measurePeaks(DeviceInfo& info);
  Status useDevice(const std::string& id);
  Result<protocol::Opened> openProblem(const worker::OpenDevice& order);
  Result<Evaluation> judge(const worker::Judge& order);
  void announce(int64_t id, const std::string& phase);
  void logLaunch(const worker::Judge& order, const std::string& phase);
  Result<Duel> duel(const worker::Duel& order);
  Result<CounterReading> profile(const worker::Profile& order);
  CounterListing listCounters(const std::string& chip) const;
  void waitForPause();
  void reply(Reply answer) { m_pipe.write(std::move(answer)); }
  bool inKind(const std::string& id, const DeviceKind& kind) const {
    return id == kind.name || id.starts_with(kind.name + ":");
  }

  WorkerPipe m_pipe;
  const std::vector<DeviceKind>& m_kinds;
  const RunnerOptions& m_options;

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<worker::Order> m_orders;
  bool m_mayProceed = false;
  int64_t m_currentId = 0;
  std::stop_source m_stop;  // of the order that is being handled

  // Only the device's thread. The order matters: buffers go before their device.
  std::unique_ptr<Device> m_device;
  LoadedProblem m_problem;
  std::unique_ptr<PreparedProblem> m_prepared;
  // For all that ask for none: drawn when the problem is opened, so that answers can be kept.
  uint64_t m_checkSeed = 0;
};

// Drawn at run time, so that no candidate can have been made for it; below 2^53, exact in any JSON
// reader, and never 0.
uint64_t freshSeed() {
  std::random_device device;
  return (((uint64_t{device()} << 32) | device()) >> 11) | 1;
}

int64_t idOf(const worker::Order& order) {
  if (const auto* list = std::get_if<worker::ListDevices>(&order)) return list->id;
  if (const auto* open = std::get_if<worker::OpenDevice>(&order)) return open->id;
  if (const auto* judge = std::get_if<worker::Judge>(&order)) return judge->id;
  if (const auto* duel = std::get_if<worker::Duel>(&order)) return duel->id;
  if (const auto* profile = std::get_if<worker::Profile>(&order)) return profile->id;
  return 0;
}

void DeviceWorker::take(worker::Order order) {
  if (const auto* stop = std::get_if<worker::Stop>(&order)) return stopOrder(stop->id);
  std::scoped_lock lock(m_mutex);
  if (std::holds_alternative<worker::Proceed>(order))
    m_mayProceed = true;
  else
    m_orders.push_back(std::move(order));
  m_changed.notify_all();
}

// An order that is neither being handled nor waiting has been answered.
void DeviceWorker::stopOrder(int64_t id) {
  {
    std::scoped_lock lock(m_mutex);
    if (id == m_currentId) m_stop.request_stop();
    m_changed.notify_all();
    const auto hasId = [id](const worker::Order& order) { return idOf(order) == id; };
    if (std::erase_if(m_orders, hasId) == 0) return;
  }
  reply(protocol::Failed{id, Status(failCancelled()).error()});
}

void DeviceWorker::work() {
  for (;;) {
    const worker::Order order = nextOrder();
    std::visit([this](const auto& one) { handle(one); }, order);
  }
}

worker::Order DeviceWorker::nextOrder() {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [this] { return !m_orders.empty(); });
  worker::Order order = std::move(m_orders.front());
  m_orders.pop_front();
  m_currentId = idOf(order);
  m_stop = std::stop_source();
  return order;
}

// --- devices

Result<std::unique_ptr<Device>> DeviceWorker::openDevice(const std::string& id) {
  for (const DeviceKind& kind : m_kinds)
    if (inKind(id, kind)) return kind.open(id);
  return failMissing("this runner has no device '" + id + "'");
}

Status DeviceWorker::measurePeaks(DeviceInfo& info) {
  std::unique_ptr<Device> opened;
  Device* device = m_device.get();
  if (!device || device->info().id != info.id) {
    KW_ASSIGN(opened, openDevice(info.id));
    device = opened.get();
  }
  KW_TRY(device->measurePeaks());
  info = device->info();
  return {};
}

CounterListing DeviceWorker::listCounters(const std::string& chip) const {
  CounterListing listing;
  listing.refusal = "this runner knows no kind of device that has counters";
  for (const DeviceKind& kind : m_kinds) {
    if (!kind.listCounters) continue;
    auto listed = kind.listCounters(chip == "present" ? "" : chip);
    if (listed) return *std::move(listed);
    listing.refusal = listed.error().message;
    listing.advice = listed.error().advice;
  }
  return listing;
}

void DeviceWorker::handle(const worker::ListDevices& order) {
  protocol::Devices answer;
  answer.id = order.id;
  if (!order.counters.empty()) answer.counters = listCounters(order.counters);
  for (const DeviceKind& kind : m_kinds) {
    DeviceKind::Listing listing = kind.list();
    for (DeviceInfo& info : listing.devices) {
      const bool wanted = std::ranges::find(order.peaksOf, info.id) != order.peaksOf.end();
      if (wanted)
        if (const Status measured = measurePeaks(info); !measured)
          info.missing.push_back("its peaks could not be measured: " + measured.error().text());
      answer.devices.push_back(std::move(info));
    }
    for (std::string& reason : listing.missing)
      answer.missing.push_back(std::move(reason));
  }
  reply(std::move(answer));
}

// --- opening

Status DeviceWorker::useDevice(const std::string& id) {
  if (m_device && m_device->info().id == id) return {};
  m_device.reset();
  KW_ASSIGN(m_device, openDevice(id));
  return {};
}

Result<protocol::Opened> DeviceWorker::openProblem(const worker::OpenDevice& order) {
  const auto note = [this, id = order.id](const std::string& text) {
    reply(protocol::Started{id, text});
  };
  m_prepared.reset();
  m_checkSeed = freshSeed();
  KW_TRY(useDevice(order.device));
  KW_ASSIGN(m_problem, loadProblem(order.folder));
  protocol::Opened opened;
  // The problem's own warnings are known to the client, which read the same files.
  note("measuring what " + order.device + " can do at most");
  if (const Status measured = m_device->measurePeaks(); !measured)
    opened.warnings.push_back("no floors are known: " + measured.error().text());
  const PrepareOptions options{order.seed, order.source, m_options.consentToNoSandbox, note};
  KW_ASSIGN(m_prepared,
            PreparedProblem::prepare(*m_device, m_problem, options, m_stop.get_token()));
  opened.id = order.id;
  opened.device = m_device->info();
  opened.cases = m_prepared->cases();
  const auto& further = m_prepared->warnings();
  opened.warnings.insert(opened.warnings.end(), further.begin(), further.end());
  return opened;
}

void DeviceWorker::handle(const worker::OpenDevice& order) {
  auto opened = openProblem(order);
  if (opened) return reply(std::move(*opened));
  m_prepared.reset();
  reply(protocol::Failed{order.id, std::move(opened).error()});
}

// --- judging

void DeviceWorker::waitForPause() {
  std::unique_lock lock(m_mutex);
  m_changed.wait_for(lock, pauseLimit, [this] { return m_mayProceed || m_stop.stop_requested(); });
}

void DeviceWorker::announce(int64_t id, const std::string& phase) {
  const bool pauses = splitPhase(phase).first == "timing" && m_device->info().isHost();
  if (pauses) {
    std::scoped_lock lock(m_mutex);
    m_mayProceed = false;
  }
  reply(protocol::Started{id, phase});
  if (pauses) waitForPause();
}

void DeviceWorker::logLaunch(const worker::Judge& order, const std::string& phase) {
  const auto [word, caseName] = splitPhase(phase);
  const bool isLaunch = word != "waiting";  // for an oracle
  if (isLaunch && !m_options.launchLog.empty())
    appendToLaunchLog(m_options.launchLog,
                      {word, order.key, order.candidate.label(), caseName, m_device->info().id});
}

Result<Evaluation> DeviceWorker::judge(const worker::Judge& order) {
  if (!m_prepared) return fail("no problem is open on the device");
  EvaluationJob job;
  job.candidate = order.candidate;
  job.key = order.key;
  job.protocol = order.protocol;
  job.compiled = order.compiled;
  job.rival = order.rival;
  job.scrutiny = order.scrutiny;
  if (job.scrutiny.seed == 0) job.scrutiny.seed = m_checkSeed;
  return m_prepared->evaluate(
      job,
      [&](const std::string& phase) {
        announce(order.id, phase);
        logLaunch(order, phase);
      },
      m_stop.get_token());
}

void DeviceWorker::handle(const worker::Judge& order) {
  auto evaluation = judge(order);
  if (evaluation)
    reply(protocol::Evaluated{order.id, std::move(*evaluation)});
  else
    reply(protocol::Failed{order.id, std::move(evaluation).error()});
  // The supervisor sees the pipe close, starts another worker and opens the problem there.
  if (m_prepared && m_prepared->deviceLost()) endWorker();
}

Result<Duel> DeviceWorker::duel(const worker::Duel& order) {
  if (!m_prepared) return fail("no problem is open on the device");
  const DuelJob job{order.first,          order.second,   order.compiledFirst,
                    order.compiledSecond, order.protocol, order.settings};
  return m_prepared->duel(
      job, [&](const std::string& phase) { announce(order.id, phase); }, m_stop.get_token());
}

void DeviceWorker::handle(const worker::Duel& order) {
  auto ended = duel(order);
  if (ended)
    reply(protocol::Duelled{order.id, std::move(*ended)});
  else
    reply(protocol::Failed{order.id, std::move(ended).error()});
  if (m_prepared && m_prepared->deviceLost()) endWorker();
}

Result<CounterReading> DeviceWorker::profile(const worker::Profile& order) {
  if (!m_prepared) return fail("no problem is open on the device");
  const ProfileJob job{order.candidate, order.compiled, order.caseName, order.metrics,
                       order.mostPasses};
  return m_prepared->profile(
      job, [&](const std::string& phase) { announce(order.id, phase); }, m_stop.get_token());
}

void DeviceWorker::handle(const worker::Profile& order) {
  auto ended = profile(order);
  if (ended)
    reply(protocol::Profiled{order.id, std::move(*ended)});
  else
    reply(protocol::Failed{order.id, std::move(ended).error()});
  if (m_prepared && m_prepared->deviceLost()) endWorker();
}

}  // namespace

void runDeviceWorker(ProtocolStreams streams, const std::vector<DeviceKind>& kinds,
                     const RunnerOptions& options) {
  DeviceWorker(std::move(streams), kinds, options).run();
}

}  // namespace kw

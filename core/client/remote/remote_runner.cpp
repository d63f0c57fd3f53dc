// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/remote/remote_runner.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "base/log/log.h"
#include "base/result/message.h"
#include "client/remote/greeting.h"
#include "client/remote/runner_process.h"
#include "client/remote/upload.h"

namespace kw {

namespace {

// So much of an upload may wait in the channel.
constexpr size_t uploadWindow = 4 * protocol::blobChunk;
constexpr std::chrono::milliseconds uploadInterval{2};

constexpr size_t shownCommand = 60;  // bytes

constexpr size_t hostAppetite = 4;
constexpr size_t nullAppetite = 512;

size_t appetiteFor(const protocol::Opened& opened) {
  if (opened.device.kind == "null") return nullAppetite;
  if (opened.device.isHost()) return hostAppetite;
  return opened.appetite > 0 ? static_cast<size_t>(opened.appetite) : hostAppetite;
}

class Runner : public RemoteRunner {
 public:
  Runner(process::EventLoop& loop, RemoteOptions options)
      : m_loop(loop), m_options(std::move(options)) {}

  ~Runner() override { m_loop.cancelTimer(m_silence); }
  Status begin();

  void whenReady(std::function<void(Status)> handler) override;
  const protocol::Hello& hello() const override { return m_hello; }
  const std::string& command() const override { return m_options.command; }
  void devices(bool peaks, std::function<void(Result<protocol::Devices>)> done) override;
  void counters(const std::string& chip,
                std::function<void(Result<protocol::Devices>)> done) override;
  Ticket open(const LoadedProblem& problem, const std::string& device, uint64_t seed,
              OpenHandlers handlers) override;

  const DeviceInfo& device() const override { return m_device; }
  const std::vector<std::string>& caseNames() const override { return m_caseNames; }
  bool usable() const override { return !m_lost; }
  size_t appetite() const override { return m_appetite; }
  Ticket evaluate(const EvaluationRequest& request, const Protocol& protocol,
                  Handlers handlers) override;
  void cancel(Ticket ticket) override;
  Ticket duel(const protocol::DuelRequest& request, DuelHandlers handlers) override;
  Ticket profile(const protocol::ProfileRequest& request, ProfileHandlers handlers) override;
  Ticket listing(const protocol::ListingRequest& request, ListingHandlers handlers) override;

 private:
  struct Opening {
    OpenHandlers handlers;
    Upload upload;
  };
  struct Listing {
    std::function<void(Result<protocol::Devices>)> done;
  };
  using Pending =
      std::variant<Handlers, DuelHandlers, ProfileHandlers, ListingHandlers, Opening, Listing>;

  void read(std::string_view line);
  void handle(protocol::Hello reply);
  void handle(protocol::Devices reply);
  void handle(protocol::Need reply);
  void handle(protocol::Opened reply);
  void handle(protocol::Started reply);
  void handle(protocol::Evaluated reply);
  void handle(protocol::Duelled reply);
  void handle(protocol::Profiled reply);
  void handle(protocol::Listed reply);
  void handle(protocol::Failed reply);

  Ticket add(Pending pending, const std::function<protocol::Request(int64_t)>& request);
  template <class Kind>
  std::optional<Kind> takePending(int64_t id);
  static void failPending(Pending pending, const Error& error);
  void sendChunks(int64_t id);
  void watchSilence();
  void noteSilence();
  void loseStalled(std::chrono::milliseconds silence);
  void becomeReady(const Status& status);
  void lose(Error error);
  void send(const protocol::Request& request) { m_process->send(protocol::encode(request)); }

  process::EventLoop& m_loop;
  RemoteOptions m_options;
  std::unique_ptr<RunnerProcess> m_process;
  protocol::Hello m_hello;
  bool m_greeted = false;
  std::optional<Error> m_lost;
  std::vector<std::function<void(Status)>> m_whenReady;
  std::optional<Greeting> m_greeting;
  std::map<int64_t, Pending> m_pending;
  int64_t m_nextId = 1;
  process::EventLoop::Clock::time_point m_heard;  // or asked something, with nothing in flight
  process::EventLoop::TimerId m_silence = 0;
  std::chrono::milliseconds m_nextNotice{0};  // of silence
  int m_unanswered = 0;                       // questions whether it is there
  // Posted calls hold this weakly, so that none of them reaches an object that has gone.
  std::shared_ptr<Runner*> m_self = std::make_shared<Runner*>(this);

  int64_t m_problem = 0;
  DeviceInfo m_device;
  std::vector<std::string> m_caseNames;
  size_t m_appetite = hostAppetite;
};

Status Runner::begin() {
  KW_ASSIGN(m_process, RunnerProcess::start(m_loop, m_options.command,
                                            {[this](std::string_view line) { read(line); },
                                             [this](Error error) { lose(std::move(error)); }}));
  send(protocol::HelloRequest{});
  m_greeting.emplace(
      m_loop, m_options.command,
      Greeting::Limits{m_options.greetingLimit, m_options.greetingNotice, m_options.noiseLimit},
      Greeting::Handlers{m_options.note, [this](Error error) {
                           error.message += m_process->lastWords();
                           lose(std::move(error));
                         }});
  return {};
}

// --- greeting and losing

void Runner::whenReady(std::function<void(Status)> handler) {
  m_whenReady.push_back(std::move(handler));
  if (!m_greeted && !m_lost) return;
  m_loop.post([self = std::weak_ptr(m_self)] {
    const auto alive = self.lock();
    if (!alive) return;
    Runner& runner = **alive;
    runner.becomeReady(runner.m_lost ? Status(fail(*runner.m_lost)) : Status());
  });
}

void Runner::becomeReady(const Status& status) {
  for (const auto& handler : std::exchange(m_whenReady, {}))
    handler(status);
}

void Runner::handle(protocol::Hello reply) {
  if (m_greeted) return;  // it is there
  // A program that sends back what it gets would look like a runner that has no version.
  if (reply.runner.empty())
    return lose(Error{ErrorKind::badInput,
                      "the command '" + m_options.command + "' starts something that is no runner",
                      {},
                      "it has to end in kwr-runner"});
  if (reply.version != protocol::version)
    return lose(Error{ErrorKind::failed,
                      "the runner '" + m_options.command + "' (version " + reply.runner +
                          ") speaks version " + std::to_string(reply.version) +
                          " of the protocol; this program speaks version " +
                          std::to_string(protocol::version),
                      {},
                      "install the same version of Kernelwright on both machines"});
  m_hello = std::move(reply);
  m_greeted = true;
  m_greeting->over();
  becomeReady({});
}

void Runner::lose(Error error) {
  if (m_lost) return;
  if (!m_greeted && error.kind == ErrorKind::failed) {
    error.kind = ErrorKind::missing;
    if (m_greeting) error.message += m_greeting->heard();
    if (error.advice.empty())
      error.advice = "it never greeted as a runner does: the command has to end in kwr-runner";
  }
  m_lost = error;
  if (m_greeting) m_greeting->over();
  const bool wasReady = m_greeted;
  m_process->kill();
  const auto self = std::weak_ptr(m_self);
  const auto lost = m_options.lost;
  for (auto& [id, pending] : std::exchange(m_pending, {}))
    failPending(std::move(pending), error);
  if (self.expired()) return;
  becomeReady(fail(error));
  if (wasReady && lost) lost(error);
}

void Runner::failPending(Pending pending, const Error& error) {
  if (auto* evaluating = std::get_if<Handlers>(&pending)) {
    if (evaluating->done) evaluating->done(fail(error));
  } else if (auto* duelling = std::get_if<DuelHandlers>(&pending)) {
    if (duelling->done) duelling->done(fail(error));
  } else if (auto* profiling = std::get_if<ProfileHandlers>(&pending)) {
    if (profiling->done) profiling->done(fail(error));
  } else if (auto* listingCode = std::get_if<ListingHandlers>(&pending)) {
    if (listingCode->done) listingCode->done(fail(error));
  } else if (auto* opening = std::get_if<Opening>(&pending)) {
    if (opening->handlers.done) opening->handlers.done(fail(error));
  } else if (auto& listing = std::get<Listing>(pending); listing.done) {
    listing.done(fail(error));
  }
}

// --- requests

// Where the runner is lost already, the request fails from the loop, as every answer comes from
// there.
Evaluator::Ticket Runner::add(Pending pending,
                              const std::function<protocol::Request(int64_t)>& request) {
  const int64_t id = m_nextId++;
  if (m_pending.empty()) m_heard = process::EventLoop::Clock::now();
  m_pending.emplace(id, std::move(pending));
  if (usable()) {
    send(request(id));
    watchSilence();
    return static_cast<Ticket>(id);
  }
  m_loop.post([self = std::weak_ptr(m_self), id] {
    const auto alive = self.lock();
    if (!alive) return;
    if (auto gone = (*alive)->m_pending.extract(id))
      failPending(std::move(gone.mapped()), *(*alive)->m_lost);
  });
  return static_cast<Ticket>(id);
}

void Runner::devices(bool peaks, std::function<void(Result<protocol::Devices>)> done) {
  add(Listing{std::move(done)}, [peaks](int64_t id) {
    return protocol::DevicesRequest{id, peaks, {}};
  });
}

void Runner::counters(const std::string& chip,
                      std::function<void(Result<protocol::Devices>)> done) {
  add(Listing{std::move(done)}, [&chip](int64_t id) {
    return protocol::DevicesRequest{id, false, chip};
  });
}

Evaluator::Ticket Runner::open(const LoadedProblem& problem, const std::string& device,
                               uint64_t seed, OpenHandlers handlers) {
  Upload upload(problem.parts);
  protocol::OpenRequest request{0, device, upload.files(), seed};
  return add(Opening{std::move(handlers), std::move(upload)}, [&request](int64_t id) {
    request.id = id;
    return request;
  });
}

Evaluator::Ticket Runner::evaluate(const EvaluationRequest& request, const Protocol& protocol,
                                   Handlers handlers) {
  return add(std::move(handlers), [&](int64_t id) {
    return protocol::EvaluateRequest{id,       m_problem, request.candidate, request.key,
                                     protocol, 0,         request.scrutiny,  request.rival};
  });
}

Evaluator::Ticket Runner::duel(const protocol::DuelRequest& request, DuelHandlers handlers) {
  return add(std::move(handlers), [&](int64_t id) {
    protocol::DuelRequest sent = request;
    sent.id = id;
    sent.problem = m_problem;
    return sent;
  });
}

Evaluator::Ticket Runner::profile(const protocol::ProfileRequest& request,
                                  ProfileHandlers handlers) {
  return add(std::move(handlers), [&](int64_t id) {
    protocol::ProfileRequest sent = request;
    sent.id = id;
    sent.problem = m_problem;
    return sent;
  });
}

Evaluator::Ticket Runner::listing(const protocol::ListingRequest& request,
                                  ListingHandlers handlers) {
  return add(std::move(handlers), [&](int64_t id) {
    protocol::ListingRequest sent = request;
    sent.id = id;
    return sent;
  });
}

void Runner::cancel(Ticket ticket) {
  const auto id = static_cast<int64_t>(ticket);
  if (usable() && m_pending.contains(id)) send(protocol::CancelRequest{id});
}

// --- silence

// One timer for all: messages come far too often to set it at each.
void Runner::watchSilence() {
  if (m_silence != 0) return;
  m_nextNotice = m_options.silenceNotice;
  m_silence = m_loop.after(m_options.silenceNotice, [this] { noteSilence(); });
}

void Runner::noteSilence() {
  using std::chrono::milliseconds;
  m_silence = 0;
  if (m_lost || m_pending.empty()) return;
  const auto silence = std::chrono::floor<milliseconds>(process::EventLoop::Clock::now() - m_heard);
  if (silence < m_options.silenceNotice) m_nextNotice = m_options.silenceNotice;
  milliseconds left = m_nextNotice - silence;
  if (left <= milliseconds{0}) {
    if (m_unanswered >= m_options.unansweredLimit) return loseStalled(silence);
    if (m_options.silent)
      m_options.silent("nothing heard from " + shortened(m_options.command, shownCommand) +
                       " for " +
                       secondsText(static_cast<double>(
                           std::chrono::floor<std::chrono::seconds>(silence).count())));
    // Counted, not timed: who was suspended for an hour has heard nothing for an hour either.
    ++m_unanswered;
    send(protocol::HelloRequest{});
    m_nextNotice = silence + m_options.silenceInterval;
    left = m_options.silenceInterval;
  }
  m_silence = m_loop.after(left, [this] { noteSilence(); });
}

void Runner::loseStalled(std::chrono::milliseconds silence) {
  lose(Error{ErrorKind::failed,
             "nothing was heard from the runner '" + m_options.command + "' for " +
                 secondsText(static_cast<double>(silence.count()) / 1000) +
                 ", not even whether it is there",
             {},
             "the connection or the machine at its other end has stalled"});
}

// --- replies

void Runner::read(std::string_view line) {
  if (m_lost) return;
  m_unanswered = 0;
  auto reply = protocol::decodeReply(line);
  // That it is there says nothing of what it is doing.
  if (!m_greeted || !reply || !std::holds_alternative<protocol::Hello>(*reply))
    m_heard = process::EventLoop::Clock::now();
  if (reply) return std::visit([this](auto& one) { handle(std::move(one)); }, *reply);
  // Login scripts print; nothing but messages may come once the runner speaks.
  if (!m_greeted) {
    log::info("runner", shortened(line));
    return m_greeting->noise(line);
  }
  lose(Error{
      ErrorKind::failed,
      "the runner '" + m_options.command + "' sent what cannot be read: " + reply.error().text(),
      {},
      {}});
}

template <class Kind>
std::optional<Kind> Runner::takePending(int64_t id) {
  const auto found = m_pending.find(id);
  if (found == m_pending.end() || !std::holds_alternative<Kind>(found->second)) return std::nullopt;
  Kind taken = std::move(std::get<Kind>(found->second));
  m_pending.erase(found);
  return taken;
}

void Runner::handle(protocol::Devices reply) {
  auto listing = takePending<Listing>(reply.id);
  if (listing && listing->done) listing->done(std::move(reply));
}

void Runner::handle(protocol::Evaluated reply) {
  auto evaluating = takePending<Handlers>(reply.id);
  if (evaluating && evaluating->done) evaluating->done(std::move(reply.evaluation));
}

void Runner::handle(protocol::Duelled reply) {
  auto duelling = takePending<DuelHandlers>(reply.id);
  if (duelling && duelling->done) duelling->done(std::move(reply.duel));
}

void Runner::handle(protocol::Profiled reply) {
  auto profiling = takePending<ProfileHandlers>(reply.id);
  if (profiling && profiling->done) profiling->done(std::move(reply.reading));
}

void Runner::handle(protocol::Listed reply) {
  auto listingCode = takePending<ListingHandlers>(reply.id);
  if (listingCode && listingCode->done) listingCode->done(std::move(reply.listing));
}

void Runner::handle(protocol::Opened reply) {
  auto opening = takePending<Opening>(reply.id);
  if (!opening) return;
  m_problem = reply.id;
  m_device = reply.device;
  m_appetite = appetiteFor(reply);
  m_caseNames.clear();
  for (const auto& one : reply.cases)
    m_caseNames.push_back(one.name);
  if (opening->handlers.done) opening->handlers.done(std::move(reply));
}

void Runner::handle(protocol::Started reply) {
  const auto found = m_pending.find(reply.id);
  if (found == m_pending.end()) return;
  // Copied, since the handler may change what is pending.
  if (const auto* evaluating = std::get_if<Handlers>(&found->second)) {
    if (const auto started = evaluating->started) started(reply.phase);
  } else if (const auto* duelling = std::get_if<DuelHandlers>(&found->second)) {
    if (const auto started = duelling->started) started(reply.phase);
  } else if (const auto* profiling = std::get_if<ProfileHandlers>(&found->second)) {
    if (const auto started = profiling->started) started(reply.phase);
  } else if (const auto* listingCode = std::get_if<ListingHandlers>(&found->second)) {
    if (const auto started = listingCode->started) started(reply.phase);
  } else if (const auto* opening = std::get_if<Opening>(&found->second)) {
    if (const auto note = opening->handlers.note) note(reply.phase);
  }
}

void Runner::handle(protocol::Failed reply) {
  if (reply.id == 0) return log::warning("runner", reply.error.text());
  auto found = m_pending.extract(reply.id);
  if (found) failPending(std::move(found.mapped()), reply.error);
}

// --- uploads

void Runner::handle(protocol::Need reply) {
  const auto found = m_pending.find(reply.id);
  auto* opening = found == m_pending.end() ? nullptr : std::get_if<Opening>(&found->second);
  if (!opening) return;
  if (!opening->upload.ask(reply.hashes))
    return lose(
        Error{ErrorKind::failed,
              "the runner '" + m_options.command + "' asked for a file that is not the problem's",
              {},
              {}});
  sendChunks(reply.id);
}

void Runner::sendChunks(int64_t id) {
  const auto found = m_pending.find(id);
  auto* opening = found == m_pending.end() ? nullptr : std::get_if<Opening>(&found->second);
  if (!opening || !usable()) return;
  Upload& upload = opening->upload;
  while (upload.hasMore() && m_process->queuedBytes() < uploadWindow)
    send(upload.next());
  if (!upload.hasMore()) return;
  m_loop.after(uploadInterval, [self = std::weak_ptr(m_self), id] {
    if (const auto alive = self.lock()) (*alive)->sendChunks(id);
  });
}

}  // namespace

Result<std::unique_ptr<RemoteRunner>> RemoteRunner::start(process::EventLoop& loop,
                                                          RemoteOptions options) {
  auto runner = std::make_unique<Runner>(loop, std::move(options));
  KW_TRY(runner->begin());
  return std::unique_ptr<RemoteRunner>(std::move(runner));
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// The engine over runners: opens them, and glues them to runs.
#include <algorithm>
#include <utility>

#include "base/result/message.h"
#include "client/engine/engine.h"
#include "client/engine/event_hub.h"
#include "client/engine/keys.h"
#include "client/engine/replay_engine.h"
#include "client/engine/runner_handle.h"
#include "client/engine/single_duel.h"
#include "client/engine/single_evaluation.h"
#include "client/engine/single_reading.h"
#include "client/engine/tune_run.h"
#include "model/problem/recorded_problem.h"
#include "model/protocol/messages.h"

namespace kw {
namespace {

constexpr size_t shownCommand = 60;  // bytes of a runner's command line

class RunnerEngine final : public Engine {
 public:
  explicit RunnerEngine(const LoadedProblem& problem)
      : m_problem(problem), m_mailbox(std::make_shared<Mailbox>(m_loop)) {}
  ~RunnerEngine() override { m_mailbox->close(); }

  Status open(const RunnerChoice& choice, uint64_t seed,
              const std::function<void(const std::string&)>& note, std::stop_token stop);

  const DeviceInfo& device() const override { return m_runners.front()->device(); }
  std::vector<std::string> openingWarnings() const override;
  void subscribeLossless(Subscriber subscriber) override {
    m_events.addLossless(std::move(subscriber));
  }
  void subscribeCoalescing(Subscriber subscriber, size_t capacity) override {
    m_events.addCoalescing(std::move(subscriber), capacity);
  }
  Status prepareTune(const TuneOptions& options, std::stop_token stop) override;
  Result<TuneSummary> tune(const TuneOptions& options, Session* session,
                           std::stop_token stop) override;
  void setPaused(bool paused) override {
    m_mailbox->post([this, paused] {
      m_paused = paused;
      if (m_run) m_run->setPaused(paused);
    });
  }
  Result<Evaluation> evaluate(const Candidate& candidate, const Protocol& protocol,
                              Session* session, std::stop_token stop,
                              const Scrutiny& scrutiny) override;
  bool canDuel() const override { return true; }
  Result<Duel> duel(const Candidate& first, const Candidate& second, const Protocol& protocol,
                    const DuelSettings& settings, Session* session,
                    const std::function<void(const std::string& phase)>& started,
                    std::stop_token stop) override;
  Result<CounterReading> count(const Candidate& candidate, const std::string& caseName,
                               const std::vector<std::string>& metrics, int mostPasses,
                               const std::function<void(const std::string&)>& started,
                               std::stop_token stop) override;

 private:
  Result<RunnerHandle*> usableRunner() const;
  void addRunner(const std::string& command, const std::string& device, uint64_t seed,
                 const std::function<void(const std::string&)>& note);
  std::vector<Evaluator*> evaluators() const;
  std::string placeOf(const Evaluator& evaluator) const;
  Error explained(Error error, const RunnerHandle& runner) const;

  const LoadedProblem m_problem;
  process::EventLoop m_loop;
  std::shared_ptr<Mailbox> m_mailbox;
  std::vector<std::unique_ptr<RunnerHandle>> m_runners;  // before the loop goes
  EventHub m_events;
  std::optional<Plan> m_plan;  // of the run that is to come
  TuneRun* m_run = nullptr;
  bool m_paused = false;
};

void RunnerEngine::addRunner(const std::string& command, const std::string& device, uint64_t seed,
                             const std::function<void(const std::string&)>& note) {
  const size_t number = m_runners.size();
  RunnerHandle::Options options;
  options.command = command;
  options.device = device;
  options.problem = &m_problem;
  options.seed = seed;
  options.note = note;
  options.silent = [this, note](const std::string& text) {
    if (m_run) return m_events.publish(Notice{text});
    if (note) note(text);
  };
  options.lost = [this, number](const Error& error) {
    if (m_run) m_run->evaluatorLost(*m_runners[number], error);
  };
  m_runners.push_back(std::make_unique<RunnerHandle>(m_loop, std::move(options)));
}

Status RunnerEngine::open(const RunnerChoice& choice, uint64_t seed,
                          const std::function<void(const std::string&)>& note,
                          std::stop_token stop) {
  size_t opening = 0;
  std::optional<Error> fault;
  for (const std::string& command : runnerCommands(choice)) {
    addRunner(command, choice.device, seed, note);
    ++opening;
    const RunnerHandle& runner = *m_runners.back();
    m_runners.back()->start([this, &opening, &fault, &runner](const Status& status) {
      --opening;
      if (!status && !fault) fault = explained(status.error(), runner);
    });
  }
  const std::stop_callback wake(stop, [this] { m_loop.post([] {}); });
  while (opening > 0 && !fault && !stop.stop_requested())
    m_loop.runOnce(std::chrono::milliseconds(1000));
  if (stop.stop_requested()) return failCancelled();
  if (fault) return fail(std::move(*fault));
  return {};
}

std::vector<Evaluator*> RunnerEngine::evaluators() const {
  std::vector<Evaluator*> all;
  for (const auto& runner : m_runners)
    all.push_back(runner.get());
  return all;
}

std::string RunnerEngine::placeOf(const Evaluator& evaluator) const {
  for (size_t i = 0; i < m_runners.size(); ++i)
    if (m_runners[i].get() == &evaluator)
      return evaluator.device().id + " of runner " + std::to_string(i + 1) + " (" +
             shortened(m_runners[i]->command(), shownCommand) + ")";
  return evaluator.device().id;
}

// Two runners of one call that want one device: that call can never work, so it is wrong usage.
Error RunnerEngine::explained(Error error, const RunnerHandle& runner) const {
  if (!error.message.starts_with(protocol::deviceInUse)) return error;
  for (const auto& other : m_runners) {
    if (other.get() == &runner || other->host() != runner.host() ||
        other->deviceName() != runner.deviceName())
      continue;
    error.kind = ErrorKind::badInput;
    error.message = "two of the runners want the same device, " + runner.deviceName() + " of " +
                    runner.host() + ": " + error.message;
    error.advice = runner.deviceName() == "host"
                       ? "give each CPUs of its own, as in --runner 'taskset -c 0 kwr-runner' "
                         "--runner 'taskset -c 1 kwr-runner'"
                       : "give each a device of its own, as in --runner 'env "
                         "CUDA_VISIBLE_DEVICES=1 kwr-runner'";
    return error;
  }
  return error;
}

Status RunnerEngine::prepareTune(const TuneOptions& options, std::stop_token stop) {
  KW_ASSIGN(m_plan, planRun(m_problem, evaluators(), options, std::move(stop)));
  return {};
}

std::vector<std::string> RunnerEngine::openingWarnings() const {
  std::vector<std::string> all;
  for (const auto& runner : m_runners)
    all.insert(all.end(), runner->warnings().begin(), runner->warnings().end());
  return all;
}

Result<TuneSummary> RunnerEngine::tune(const TuneOptions& options, Session* session,
                                       std::stop_token stop) {
  TuneRun::Setup setup{.problem = m_problem, .loop = m_loop, .events = m_events};
  setup.session = session;
  setup.options = options;
  setup.evaluators = evaluators();
  setup.plan = std::exchange(m_plan, std::nullopt);
  if (m_runners.size() > 1)
    setup.placeOf = [this](const Evaluator& evaluator) { return placeOf(evaluator); };
  setup.warnings = openingWarnings();
  setup.restart = [this](Evaluator& lost, std::function<void(Status)> done) {
    const auto found = std::find_if(m_runners.begin(), m_runners.end(),
                                    [&lost](const auto& runner) { return runner.get() == &lost; });
    if (found != m_runners.end()) (*found)->start(std::move(done));
  };
  TuneRun run(std::move(setup));
  run.setPaused(m_paused);
  m_run = &run;
  auto summary = run.run(std::move(stop));
  m_run = nullptr;
  return summary;
}

Result<RunnerHandle*> RunnerEngine::usableRunner() const {
  const auto usable = std::find_if(m_runners.begin(), m_runners.end(),
                                   [](const auto& runner) { return runner->usable(); });
  if (usable == m_runners.end())
    return fail("the runner was lost", "start again; `kwr devices` says what can be reached");
  return usable->get();
}

Result<Evaluation> RunnerEngine::evaluate(const Candidate& candidate, const Protocol& protocol,
                                          Session* session, std::stop_token stop,
                                          const Scrutiny& scrutiny) {
  KW_ASSIGN(RunnerHandle* const usable, usableRunner());
  Evaluator& evaluator = *usable;
  EvaluationRequest request;
  request.candidate = candidate;
  request.scrutiny = scrutiny;
  request.key = KeyMaker(m_problem, evaluator.device(), protocol).keyOf(candidate);
  return evaluateOnce(request, protocol, evaluator, session, m_loop, std::move(stop));
}

Result<Duel> RunnerEngine::duel(const Candidate& first, const Candidate& second,
                                const Protocol& protocol, const DuelSettings& settings,
                                Session* session,
                                const std::function<void(const std::string& phase)>& started,
                                std::stop_token stop) {
  KW_ASSIGN(RunnerHandle* const runner, usableRunner());
  protocol::DuelRequest request;
  request.first = first;
  request.second = second;
  request.protocol = protocol;
  request.settings = settings;
  return duelOnce(request, *runner, session, m_loop, started, std::move(stop));
}

Result<CounterReading> RunnerEngine::count(const Candidate& candidate, const std::string& caseName,
                                           const std::vector<std::string>& metrics, int mostPasses,
                                           const std::function<void(const std::string&)>& started,
                                           std::stop_token stop) {
  KW_ASSIGN(RunnerHandle* const runner, usableRunner());
  protocol::ProfileRequest request;
  request.candidate = candidate;
  request.caseName = caseName;
  request.metrics = metrics;
  request.mostPasses = mostPasses;
  return readOnce(request, *runner, m_loop, started, std::move(stop));
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::open(const RunnerChoice& choice,
                                             const LoadedProblem& problem, uint64_t seed,
                                             std::function<void(const std::string&)> note,
                                             std::stop_token stop) {
  if (const auto file = replayedFile(choice.device)) {
    if (!choice.commands.empty())
      return failInput("a recording is replayed by this program, and no runner takes part", {},
                       "leave out --runner, or choose another device");
    return openReplay(*file, problem);
  }
  KW_TRY(requireKernel(problem.problem));
  auto engine = std::make_unique<RunnerEngine>(problem);
  KW_TRY(engine->open(choice, seed, note, std::move(stop)));
  return std::unique_ptr<Engine>(std::move(engine));
}

}  // namespace kw

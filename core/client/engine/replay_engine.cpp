// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/replay_engine.h"

#include <utility>

#include "client/engine/event_hub.h"
#include "client/engine/keys.h"
#include "client/engine/single_evaluation.h"
#include "client/engine/tune_run.h"
#include "client/replay/replay_evaluator.h"

namespace kw {
namespace {

std::vector<std::string> caseNamesOf(const Problem& problem) {
  std::vector<std::string> names;
  for (const Case& which : problem.cases)
    names.push_back(which.name);
  return names;
}

class ReplayEngine final : public Engine {
 public:
  ReplayEngine(ReplayFile replay, const LoadedProblem& problem)
      : m_replay(std::move(replay)),
        m_problem(problem),
        m_mailbox(std::make_shared<Mailbox>(m_loop)),
        m_evaluator(m_loop, m_replay.device, caseNamesOf(problem.problem), m_replay.evaluations) {}
  ~ReplayEngine() override { m_mailbox->close(); }

  const DeviceInfo& device() const override { return m_replay.device; }
  std::vector<std::string> openingWarnings() const override { return {}; }
  void subscribeLossless(Subscriber subscriber) override {
    m_events.addLossless(std::move(subscriber));
  }
  void subscribeCoalescing(Subscriber subscriber, size_t capacity) override {
    m_events.addCoalescing(std::move(subscriber), capacity);
  }
  Status prepareTune(const TuneOptions& options, std::stop_token) override {
    KW_ASSIGN(m_plan, planReplay(m_problem, m_replay, options));
    return {};
  }
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
  bool canDuel() const override { return false; }
  Result<Duel> duel(const Candidate&, const Candidate&, const Protocol&, const DuelSettings&,
                    Session*, const std::function<void(const std::string&)>&,
                    std::stop_token) override {
    return failInput("a recording cannot measure two candidates in turns", {},
                     "name a device that can: `kwr devices` lists them");
  }

  Result<CounterReading> count(const Candidate&, const std::string&,
                               const std::vector<std::string>&, int,
                               const std::function<void(const std::string&)>&,
                               std::stop_token) override {
    CounterReading reading;
    reading.refusal = "a recording has no counters";
    return reading;
  }

 private:
  const ReplayFile m_replay;
  const LoadedProblem m_problem;
  process::EventLoop m_loop;
  std::shared_ptr<Mailbox> m_mailbox;
  ReplayEvaluator m_evaluator;
  EventHub m_events;
  std::optional<Plan> m_plan;  // of the run that is to come
  TuneRun* m_run = nullptr;
  bool m_paused = false;
};

Result<TuneSummary> ReplayEngine::tune(const TuneOptions& options, Session* session,
                                       std::stop_token stop) {
  if (!m_plan) KW_TRY(prepareTune(options, stop));
  TuneRun::Setup setup{.problem = m_problem, .loop = m_loop, .events = m_events};
  setup.session = session;
  setup.options = options;
  setup.evaluators = {&m_evaluator};
  setup.plan = std::exchange(m_plan, std::nullopt);
  TuneRun run(std::move(setup));
  run.setPaused(m_paused);
  m_run = &run;
  auto summary = run.run(std::move(stop));
  m_run = nullptr;
  return summary;
}

Result<Evaluation> ReplayEngine::evaluate(const Candidate& candidate, const Protocol& protocol,
                                          Session* session, std::stop_token stop, const Scrutiny&) {
  EvaluationRequest request;
  request.candidate = candidate;
  request.key = KeyMaker(m_problem, m_replay.device, m_replay.protocol).keyOf(candidate);
  return evaluateOnce(request, protocol, m_evaluator, session, m_loop, std::move(stop));
}

}  // namespace

Result<std::unique_ptr<Engine>> openReplay(const std::filesystem::path& file,
                                           const LoadedProblem& problem) {
  KW_ASSIGN(ReplayFile replay, openReplayFile(file));
  KW_TRY(checkIsReplayed(problem, replay));
  return std::unique_ptr<Engine>(std::make_unique<ReplayEngine>(std::move(replay), problem));
}

}  // namespace kw

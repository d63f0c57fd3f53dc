// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/single_evaluation.h"

#include <optional>
#include <utility>

#include "client/engine/ledger.h"
#include "client/engine/loop_timer.h"
#include "client/engine/mailbox.h"

namespace kw {
namespace {

class SingleEvaluation {
 public:
  SingleEvaluation(const EvaluationRequest& request, const Protocol& protocol, Evaluator& evaluator,
                   Session* session, process::EventLoop& loop)
      : m_protocol(protocol),
        m_evaluator(evaluator),
        m_loop(loop),
        m_mailbox(std::make_shared<Mailbox>(loop)),
        m_ledger(session, loop,
                 {.trouble = [this](const Error& fault) { finish(fail(fault)); },
                  .recovered = [] {},
                  .broken = [this](const Error& fault) { finish(fail(fault)); }}),
        m_work(std::make_shared<Work>()),
        m_limit(loop) {
    m_work->request = request;
  }
  ~SingleEvaluation() { m_mailbox->close(); }

  Result<Evaluation> run(std::stop_token stop) {
    const std::stop_callback onStop(stop, [this] { m_mailbox->post([this] { cancel(); }); });
    m_ledger.storeDevice(m_evaluator.device());
    m_ledger.beginAttempt(m_work, [this] { send(); });
    while (!m_result)
      m_loop.runOnce(std::chrono::milliseconds(1000));
    const Status flushed = m_ledger.flush();
    if (*m_result && !flushed) return fail(flushed.error());
    return *std::move(m_result);
  }

 private:
  void send() {
    if (m_result) return;
    Evaluator::Handlers handlers;
    handlers.started = [this, alive = std::weak_ptr(m_work)](const std::string& phase) {
      if (alive.expired() || phase.starts_with("compiling")) return;
      if (!std::exchange(m_work->onDevice, true))
        m_ledger.markStarted(*m_work, m_evaluator.device().uuid);
    };
    handlers.done = [this, alive = std::weak_ptr(m_work)](Result<Evaluation> result) {
      if (!alive.expired()) done(std::move(result));
    };
    m_ticket = m_evaluator.evaluate(m_work->request, m_protocol, std::move(handlers));
  }

  void cancel() {
    if (!m_ticket) {
      m_ledger.endAttempt(*m_work, "cancelled");
      return finish(failCancelled());
    }
    m_evaluator.cancel(*m_ticket);
    m_limit.start(cancelLimit, [this] { finish(failCancelled()); });
  }

  void done(Result<Evaluation> result) {
    if (!result) {
      const bool cancelled = result.error().kind == ErrorKind::cancelled;
      m_ledger.endAttempt(*m_work, cancelled ? "cancelled" : "lost");
      return finish(std::move(result));
    }
    result->key = m_work->request.key;
    result->candidate = m_work->request.candidate;
    if (result->verdict.kind == VerdictKind::couldNotJudge) {
      m_ledger.endAttempt(*m_work, "not judged");
      return finish(std::move(result));
    }
    auto shared = std::make_shared<Evaluation>(std::move(*result));
    m_ledger.store(*m_work, shared, [this, shared] { finish(*shared); });
  }

  void finish(Result<Evaluation> result) {
    if (!m_result) m_result = std::move(result);
  }

  const Protocol& m_protocol;
  Evaluator& m_evaluator;
  process::EventLoop& m_loop;
  std::shared_ptr<Mailbox> m_mailbox;
  Ledger m_ledger;
  WorkPtr m_work;
  LoopTimer m_limit;
  std::optional<Evaluator::Ticket> m_ticket;
  std::optional<Result<Evaluation>> m_result;
};

}  // namespace

Result<Evaluation> evaluateOnce(const EvaluationRequest& request, const Protocol& protocol,
                                Evaluator& evaluator, Session* session, process::EventLoop& loop,
                                std::stop_token stop) {
  return SingleEvaluation(request, protocol, evaluator, session, loop).run(std::move(stop));
}

}  // namespace kw

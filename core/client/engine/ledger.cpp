// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/ledger.h"

#include <iterator>
#include <utility>

namespace kw {

Ledger::Ledger(Session* session, process::EventLoop& loop, Handlers handlers)
    : m_session(session),
      m_handlers(std::move(handlers)),
      m_mailbox(std::make_shared<Mailbox>(loop)) {}

Ledger::~Ledger() {
  m_mailbox->close();
}

Status Ledger::readEarlierRuns() {
  if (!m_session) return {};
  KW_ASSIGN(std::vector<std::string> keys, m_session->keys());
  m_evaluated.insert(std::move_iterator(keys.begin()), std::move_iterator(keys.end()));
  KW_ASSIGN(const std::vector<AttemptRecord> attempts, m_session->unfinishedAttempts());
  for (const AttemptRecord& attempt : attempts)
    if (attempt.started) ++m_unfinished[attempt.key];
  return {};
}

int Ledger::unfinishedBefore(const std::string& key) const {
  const auto found = m_unfinished.find(key);
  return found == m_unfinished.end() ? 0 : found->second;
}

Result<std::optional<Evaluation>> Ledger::find(const std::string& key) {
  if (!m_evaluated.contains(key)) return std::optional<Evaluation>();
  return m_session->find(key);
}

void Ledger::storeProblem(const LoadedProblem& problem) {
  if (m_session) m_session->storeProblem(problem, reporting({}));
}

void Ledger::storeDevice(const DeviceInfo& device) {
  if (m_session) m_session->storeDevice(device, reporting({}));
}

void Ledger::beginRun(const RunRecord& run) {
  if (m_session) m_run = m_session->beginRun(run, reporting({}));
}

void Ledger::endRun(const std::string& outcome) {
  if (m_session) m_session->endRun(m_run, outcome, reporting({}));
}

void Ledger::beginAttempt(const WorkPtr& work, Committed committed) {
  work->onDevice = false;
  if (!m_session) return m_mailbox->post(std::move(committed));
  AttemptRecord attempt;
  attempt.key = work->request.key;
  attempt.candidate = work->request.candidate;
  work->attempt = m_session->beginAttempt(m_run, attempt, reporting(std::move(committed)));
}

void Ledger::markStarted(const Work& work, const std::string& device) {
  if (m_session) m_session->markStarted(work.attempt, device);
}

void Ledger::endAttempt(const Work& work, const std::string& outcome) {
  if (m_session) m_session->endAttempt(work.attempt, outcome, reporting({}));
}

void Ledger::store(const Work& work, std::shared_ptr<const Evaluation> evaluation,
                   Committed committed) {
  if (!m_session) return m_mailbox->post(std::move(committed));
  m_evaluated.insert(evaluation->key);
  m_session->storeEvaluation(work.attempt, std::move(evaluation), reporting(std::move(committed)));
}

Status Ledger::flush() {
  return m_session ? m_session->flush() : Status();
}

Session::Committed Ledger::reporting(Committed committed) {
  // Called on the writer's thread, perhaps with a failure first and then with success.
  auto hasFailed = std::make_shared<bool>(false);
  return [this, mailbox = m_mailbox, committed = std::move(committed),
          hasFailed](const Status& status) {
    if (!status) {
      *hasFailed = true;
      return mailbox->post([this, fault = status.error()] { failed(fault); });
    }
    if (*hasFailed) mailbox->post([this] { succeeded(); });
    if (committed) mailbox->post(committed);
  };
}

void Ledger::failed(const Error& fault) {
  // The session tries again after every other kind of failure.
  if (fault.kind == ErrorKind::badInput) {
    m_broken = true;
    return m_handlers.broken(fault);
  }
  if (m_waiting++ == 0) m_handlers.trouble(fault);
}

void Ledger::succeeded() {
  if (--m_waiting == 0) m_handlers.recovered();
}

}  // namespace kw

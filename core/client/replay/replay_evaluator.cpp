// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/replay/replay_evaluator.h"

#include <utility>

namespace kw {

ReplayEvaluator::ReplayEvaluator(process::EventLoop& loop, DeviceInfo device,
                                 std::vector<std::string> caseNames,
                                 std::vector<Evaluation> evaluations)
    : m_loop(loop), m_device(std::move(device)), m_caseNames(std::move(caseNames)) {
  for (Evaluation& evaluation : evaluations) {
    std::string label = evaluation.candidate.label();
    m_known.insert_or_assign(std::move(label), std::move(evaluation));
  }
}

ReplayEvaluator::~ReplayEvaluator() {
  *m_exists = false;
}

Evaluator::Ticket ReplayEvaluator::evaluate(const EvaluationRequest& request, const Protocol&,
                                            Handlers handlers) {
  const Ticket ticket = m_next++;
  m_waiting.emplace(ticket, Waiting{answerTo(request), std::move(handlers)});
  m_loop.post([this, ticket, exists = m_exists] {
    if (*exists) finish(ticket);
  });
  return ticket;
}

Evaluation ReplayEvaluator::answerTo(const EvaluationRequest& request) const {
  const auto known = m_known.find(request.candidate.label());
  Evaluation answer;
  if (known != m_known.end()) {
    answer = known->second;
  } else {
    answer.verdict.kind = VerdictKind::couldNotJudge;
    answer.verdict.allCases = static_cast<int>(m_caseNames.size());
    answer.verdict.message = request.candidate.isTemplate
                                 ? "the recording does not hold this configuration"
                                 : "the recording holds no source kernel";
  }
  answer.key = request.key;
  answer.candidate = request.candidate;
  answer.deviceId = m_device.uuid;
  answer.deviceModel = m_device.model;
  return answer;
}

void ReplayEvaluator::cancel(Ticket ticket) {
  const auto waiting = m_waiting.find(ticket);
  if (waiting != m_waiting.end()) waiting->second.cancelled = true;
}

void ReplayEvaluator::finish(Ticket ticket) {
  // Taken out first: the handlers may ask for more.
  auto waiting = m_waiting.extract(ticket);
  Waiting& finished = waiting.mapped();
  if (!finished.handlers.done) return;
  if (finished.cancelled)
    finished.handlers.done(failCancelled());
  else
    finished.handlers.done(std::move(finished.answer));
}

}  // namespace kw

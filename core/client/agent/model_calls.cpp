// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/model_calls.h"

#include <utility>

#include "base/files/hash.h"
#include "client/language_model/prompt_text.h"

namespace kw {

void AgentParts::store(Round& round) const {
  round.id = session.storeRound(round, {});
  if (hooks.changed) hooks.changed(round);
}

Status ModelCalls::showFirst(const language::Request& request) {
  if (std::exchange(m_hasAsked, true) || !m_parts.hooks.leaves) return {};
  KW_ASSIGN(const language::Outgoing outgoing, m_parts.model.preview(request));
  return m_parts.hooks.leaves(outgoing);
}

bool ModelCalls::mayAsk(const language::Request& request) {
  m_spentBudget = m_parts.spending.limitReached(request, m_parts.prices);
  return m_spentBudget.empty();
}

Status ModelCalls::ask(const language::Request& request, Round& round) {
  if (!mayAsk(request)) return failCancelled();
  KW_TRY(showFirst(request));
  m_parts.tell("Asking " + m_parts.options.provider);
  ProposalCall call;
  call.prompt = language::promptText(request);
  call.promptHash = files::contentHash(call.prompt);
  auto reply = language::completeWithin(m_parts.spending, m_parts.prices, m_parts.model, request,
                                        m_parts.hooks.listener, m_parts.stop);
  if (!reply) {
    call.fault = reply.error().text();
    round.calls.push_back(std::move(call));
    return fail(reply.error());
  }
  call.model = reply->model;
  call.reply = reply->text;
  call.inputTokens = reply->usage.input;
  call.outputTokens = reply->usage.output;
  call.money = m_parts.prices.of(reply->usage);
  call.milliseconds = static_cast<double>(reply->wall.count());
  if (reply->finish == language::FinishReason::length)
    call.fault = "the reply was cut at the limit of tokens";
  round.calls.push_back(std::move(call));
  m_parts.store(round);
  return {};
}

}  // namespace kw

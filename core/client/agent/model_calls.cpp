// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/model_calls.h"

#include <algorithm>
#include <utility>

#include "base/files/hash.h"
#include "client/language_model/extract_json.h"
#include "client/language_model/prompt_text.h"
#include "model/formats/wording.h"
#include "model/proposal/role_replies.h"

namespace kw {

void AgentParts::store(Round& round) const {
  round.id = session.storeRound(round, {});
  if (hooks.changed) hooks.changed(round);
}

namespace {

bool isFaulty(const ProposalCall& call, CallRole role) {
  return call.role == role && !call.reply.empty() && !call.fault.empty();
}

Result<std::string> readWords(CallRole role, const std::string& reply) {
  KW_ASSIGN(const language::ExtractedJson object, language::extractJson(reply));
  if (role == CallRole::analysis) {
    KW_ASSIGN(const Analysis analysis, readAnalysis(object.value));
    return analysis.text();
  }
  KW_ASSIGN(const NextStep plan, readPlan(object.value));
  return plan.text();
}

}  // namespace

ProposalCall* answered(Round& round, CallRole role) {
  const auto last = std::find_if(round.calls.rbegin(), round.calls.rend(),
                                 [role](const ProposalCall& call) { return call.role == role; });
  if (last == round.calls.rend() || last->reply.empty() || !last->fault.empty()) return nullptr;
  return &*last;
}

Result<GoneOn> afterFaults(language::Request request, CallRole role, const Round& round,
                           const std::filesystem::path& prompts) {
  GoneOn gone;
  gone.request = std::move(request);
  for (const ProposalCall& call : round.calls) {
    if (!isFaulty(call, role)) continue;
    KW_ASSIGN(gone.request, repairPrompt(std::move(gone.request), call.reply, call.fault, prompts));
    ++gone.faults;
  }
  return gone;
}

void endUnfit(Round& round, CallRole role) {
  const auto isOfRole = [role](const ProposalCall& call) { return call.role == role; };
  const auto attempts =
      static_cast<size_t>(std::count_if(round.calls.begin(), round.calls.end(), isOfRole));
  const auto last = std::find_if(round.calls.rbegin(), round.calls.rend(), isOfRole);
  round.ending = RoundEnding::unfit;
  round.message = "no usable reply in " + countText(attempts, "attempt");
  if (role != CallRole::templating) round.message += " at " + std::string(name(role));
  if (last != round.calls.rend()) round.message += ": " + last->fault;
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

Result<std::string> ModelCalls::words(CallRole role, const PromptFacts& facts, Round& round) {
  const std::filesystem::path& prompts = m_parts.options.prompts;
  KW_ASSIGN(language::Request request, rolePrompt(role, facts, prompts));
  for (;;) {
    KW_ASSIGN(const GoneOn gone, afterFaults(request, role, round, prompts));
    if (gone.faults > m_parts.options.repairs) break;
    const ProposalCall* const there = answered(round, role);
    if (!there) KW_TRY(ask(gone.request, role, round));
    const size_t which =
        there ? static_cast<size_t>(there - round.calls.data()) : round.calls.size() - 1;
    ProposalCall& call = round.calls[which];
    auto text = readWords(role, call.reply);
    if (text) return text;
    call.fault += (call.fault.empty() ? "" : "; ") + text.error().text();
    m_parts.store(round);
  }
  endUnfit(round, role);
  return std::string();
}

Status ModelCalls::ask(const language::Request& request, CallRole role, Round& round) {
  if (!mayAsk(request)) return failCancelled();
  KW_TRY(showFirst(request));
  m_parts.tell("Asking " + m_parts.options.provider +
               (m_parts.options.roles == AgentRoles::split ? ": " + std::string(name(role)) : ""));
  ProposalCall call;
  call.role = role;
  call.prompt = language::promptText(request);
  call.promptHash = files::contentHash(call.prompt);
  auto reply = language::completeWithin(m_parts.spending, m_parts.prices, m_parts.model, request,
                                        m_parts.hooks.listener, m_parts.stop);
  if (!reply) {
    const Error& error = reply.error();
    // It may say what goes on running.
    if (error.kind == ErrorKind::cancelled) m_parts.tell("Asking was " + error.message);
    call.fault = error.text();
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

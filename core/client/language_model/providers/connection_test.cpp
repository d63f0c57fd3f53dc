// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/connection_test.h"

#include "base/result/message.h"
#include "client/language_model/providers/make_language_model.h"

namespace kw::language {

namespace {

// Few, but some APIs refuse less than 16, and models that reason use some before they answer.
constexpr int64_t mostTokens = 64;

std::string inWords(const Reply& reply) {
  std::string text = reply.model.empty() ? "It answers" : reply.model + " answers";
  text += " after " + secondsText(std::chrono::duration<double>(reply.wall).count());
  const Usage& usage = reply.usage;
  text += usage.input + usage.output > 0 ? " (" + counted(usage.input, "token") + " in, " +
                                               std::to_string(usage.output) + " out)."
                                         : " (it does not say how many tokens that took).";
  if (reply.finish == FinishReason::refusal) text += " It refused what it was asked, though.";
  return text;
}

}  // namespace

Result<std::string> testConnection(ProviderSettings settings, KeySource& keys,
                                   std::stop_token stop) {
  if (settings.kind == ProviderKind::recorded)
    return failMissing("recorded replies answer the prompts they were recorded for, and no other",
                       "nothing is to be tested here");
  settings.backoff.attempts = 1;
  KW_ASSIGN(const std::unique_ptr<LanguageModel> model, makeLanguageModel(settings, keys));
  Request request;
  request.messages = {{Role::user, "Reply with the one word: ready"}};
  request.mostOutputTokens = mostTokens;
  KW_ASSIGN(const Reply reply, model->complete(request, {}, stop));
  return inWords(reply);
}

}  // namespace kw::language

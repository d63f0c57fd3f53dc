// SPDX-License-Identifier: GPL-3.0-or-later
// What each API brings: how its requests look, what its events mean. Internal to wire/.
#pragma once

#include "base/json/value.h"
#include "client/language_model/wire/dialect.h"
#include "client/language_model/wire/event_splitter.h"
#include "client/language_model/wire/reply_draft.h"

namespace kw::language {

json::Value openaiChatBody(const Request& request, const Dialect& dialect);
void readOpenaiChat(const Event& event, ReplyDraft& draft);

json::Value openaiResponsesBody(const Request& request, const Dialect& dialect);
void readOpenaiResponses(const Event& event, ReplyDraft& draft);

json::Value anthropicBody(const Request& request, const Dialect& dialect);
void readAnthropic(const Event& event, ReplyDraft& draft);

json::Value ollamaBody(const Request& request, const Dialect& dialect);
void readOllama(const Event& event, ReplyDraft& draft);

// Room for the prompt and its answer, in tokens.
int64_t ollamaContext(const Request& request, const Dialect& dialect);

// The messages, the last with the schema in words where the dialect sends it so.
std::vector<Message> messagesToSend(const Request& request, const Dialect& dialect);
// [{"role": …, "content": …}], of those that `isWanted`.
json::Value messagesValue(const std::vector<Message>& messages, bool withSystem);
// The system's messages as one text.
std::string systemText(const std::vector<Message>& messages);
std::optional<int64_t> outputLimit(const Request& request, const Dialect& dialect);

}  // namespace kw::language

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/wire/dialect.h"

#include "base/json/text.h"
#include "client/language_model/prompt_text.h"
#include "client/language_model/wire/api.h"

namespace kw::language {

namespace {

bool isSchemaName(std::string_view name) {
  constexpr std::string_view allowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  constexpr size_t longest = 64;
  return !name.empty() && name.size() <= longest &&
         name.find_first_not_of(allowed) == std::string_view::npos;
}

Status checkRequest(const Request& request, const Dialect& dialect) {
  if (request.messages.empty() || request.messages.back().role != Role::user)
    return failInput("expected a request that ends with a message of the user");
  if (request.schema && !isSchemaName(request.schema->name))
    return failInput(
        "expected a schema's name of at most 64 letters, digits, '_' and '-', found '" +
        request.schema->name + "'");
  if (!isOffered(dialect.api, dialect.structuredOutput))
    return failInput("this api does not offer that kind of structured output", {},
                     "change structured_output in the provider's settings");
  if (dialect.api != Api::ollama || !dialect.contextTokens) return {};
  const int64_t needed = ollamaContext(request, dialect);
  if (needed > *dialect.contextTokens)
    return failInput("the prompt and its answer need room for about " + std::to_string(needed) +
                         " tokens, the provider's limit is " +
                         std::to_string(*dialect.contextTokens),
                     {}, "raise context_tokens in its settings, or send less");
  return {};
}

json::Value bodyOf(const Request& request, const Dialect& dialect) {
  switch (dialect.api) {
    case Api::openaiChat:
      return openaiChatBody(request, dialect);
    case Api::openaiResponses:
      return openaiResponsesBody(request, dialect);
    case Api::anthropicMessages:
      return anthropicBody(request, dialect);
    case Api::ollama:
      return ollamaBody(request, dialect);
  }
  return {};
}

std::string pathOf(Api api) {
  switch (api) {
    case Api::openaiChat:
      return "/chat/completions";
    case Api::openaiResponses:
      return "/responses";
    case Api::anthropicMessages:
      return "/messages";
    case Api::ollama:
      return "/api/chat";
  }
  return {};
}

}  // namespace

std::pair<std::string, std::string> keyHeader(Api api) {
  if (api == Api::anthropicMessages) return {"x-api-key", ""};
  return {"Authorization", "Bearer "};
}

bool isOffered(Api api, StructuredOutput way) {
  switch (way) {
    case StructuredOutput::none:
    case StructuredOutput::jsonSchema:
      return true;
    case StructuredOutput::jsonObject:
      return api != Api::anthropicMessages;
    case StructuredOutput::responseSchema:
    case StructuredOutput::structuredOutputs:
      return api == Api::openaiChat;
    case StructuredOutput::forcedTool:
      return api == Api::anthropicMessages;
  }
  return false;
}

Result<WireRequest> wireRequest(const Request& request, const Dialect& dialect) {
  KW_TRY(checkRequest(request, dialect));
  WireRequest wire;
  wire.path = pathOf(dialect.api);
  wire.headers = {{"Content-Type", "application/json"}};
  wire.headers.emplace_back(
      "Accept", dialect.api == Api::ollama ? "application/x-ndjson" : "text/event-stream");
  if (dialect.api == Api::anthropicMessages)
    wire.headers.emplace_back("anthropic-version", "2023-06-01");
  wire.body = json::writeLine(bodyOf(request, dialect));
  return wire;
}

std::vector<Message> messagesToSend(const Request& request, const Dialect& dialect) {
  std::vector<Message> messages = request.messages;
  const bool inWords = dialect.structuredOutput == StructuredOutput::none ||
                       dialect.structuredOutput == StructuredOutput::jsonObject;
  if (request.schema && inWords && !messages.empty())
    messages.back().text += "\n\n" + schemaText(*request.schema);
  return messages;
}

json::Value messagesValue(const std::vector<Message>& messages, bool withSystem) {
  json::Array values;
  for (const Message& message : messages)
    if (withSystem || message.role != Role::system)
      values.push_back(
          json::Value::object({{"role", roleName(message.role)}, {"content", message.text}}));
  return values;
}

std::string systemText(const std::vector<Message>& messages) {
  std::string text;
  for (const Message& message : messages)
    if (message.role == Role::system) text += (text.empty() ? "" : "\n\n") + message.text;
  return text;
}

std::optional<int64_t> outputLimit(const Request& request, const Dialect& dialect) {
  return request.mostOutputTokens ? request.mostOutputTokens : dialect.outputTokens;
}

}  // namespace kw::language

// SPDX-License-Identifier: GPL-3.0-or-later
// OpenAI's chat completions, which vLLM, llama.cpp, Gemini and many others speak, too.
#include "client/language_model/wire/api.h"

namespace kw::language {

namespace {

void addChatSchema(json::Value& body, const Schema& schema, StructuredOutput way) {
  using json::Value;
  switch (way) {
    case StructuredOutput::jsonSchema:
      body.set("response_format",
               Value::object({{"type", "json_schema"},
                              {"json_schema", Value::object({{"name", schema.name},
                                                             {"strict", true},
                                                             {"schema", schema.value}})}}));
      return;
    case StructuredOutput::responseSchema:
      body.set("response_format",
               Value::object({{"type", "json_object"}, {"schema", schema.value}}));
      return;
    case StructuredOutput::structuredOutputs:
      body.set("structured_outputs", Value::object({{"json", schema.value}}));
      return;
    case StructuredOutput::jsonObject:
      body.set("response_format", Value::object({{"type", "json_object"}}));
      return;
    default:
      return;
  }
}

FinishReason chatFinish(std::string_view name) {
  if (name == "stop") return FinishReason::stop;
  if (name == "length") return FinishReason::length;
  if (name == "content_filter") return FinishReason::refusal;
  return FinishReason::other;
}

void readChatUsage(const json::Value& usage, ReplyDraft& draft) {
  Usage& count = draft.reply.usage;
  draft.takeCount(count.input, usage["prompt_tokens"]);
  draft.takeCount(count.output, usage["completion_tokens"]);
  draft.takeCount(count.cached, usage["prompt_tokens_details"]["cached_tokens"]);
  draft.takeCount(count.reasoning, usage["completion_tokens_details"]["reasoning_tokens"]);
}

void readChoice(const json::Value& choice, ReplyDraft& draft) {
  draft.isRecognised = true;
  const json::Value& delta = choice["delta"];
  draft.addText(delta["content"].asString());
  draft.refusal += delta["refusal"].asString();
  const json::Value& finish = choice["finish_reason"];
  if (finish.isString() && !finish.asString().empty())
    draft.finish(chatFinish(finish.asString()), finish.asString());
}

}  // namespace

json::Value openaiChatBody(const Request& request, const Dialect& dialect) {
  json::Value body;
  body.set("model", dialect.model);
  body.set("messages", messagesValue(messagesToSend(request, dialect), true));
  body.set("stream", true);
  body.set("stream_options", json::Value::object({{"include_usage", true}}));
  if (const auto most = outputLimit(request, dialect)) body.set(dialect.tokenLimitField, *most);
  if (request.seed && dialect.sendsSeed) body.set("seed", *request.seed);
  if (request.temperature && dialect.sendsTemperature)
    body.set("temperature", *request.temperature);
  if (request.effort && dialect.sendsEffort)
    body.set("reasoning_effort", effortName(*request.effort));
  if (request.schema) addChatSchema(body, *request.schema, dialect.structuredOutput);
  return body;
}

void readOpenaiChat(const Event& event, ReplyDraft& draft) {
  if (event.data == "[DONE]") {
    draft.isEnded = true;
    return;
  }
  const json::Value chunk = readObject(event.data, draft);
  if (draft.fault) return;
  draft.takeModel(chunk["model"]);
  draft.takeId(chunk["id"]);
  // One answer was asked for; of several, the first counts.
  for (const json::Value& choice : chunk["choices"].asArray())
    if (choice["index"].asInteger() == 0) readChoice(choice, draft);
  if (chunk["usage"].isObject()) readChatUsage(chunk["usage"], draft);
}

}  // namespace kw::language

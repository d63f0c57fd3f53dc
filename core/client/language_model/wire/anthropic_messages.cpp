// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/wire/api.h"

namespace kw::language {

namespace {

// The API wants a limit in every request.
constexpr int64_t usualOutputTokens = 16384;

FinishReason anthropicFinish(std::string_view name) {
  // A forced tool's call is what was asked for.
  if (name == "end_turn" || name == "stop_sequence" || name == "tool_use")
    return FinishReason::stop;
  if (name == "max_tokens" || name == "model_context_window_exceeded") return FinishReason::length;
  if (name == "refusal") return FinishReason::refusal;
  return FinishReason::other;
}

// Counts are cumulative. Input that was read from a cache, or written to one, is told apart from
// the rest; here it is all input.
void readAnthropicUsage(const json::Value& usage, ReplyDraft& draft) {
  Usage& count = draft.reply.usage;
  draft.takeCount(count.output, usage["output_tokens"]);
  if (!usage["input_tokens"].isNumber()) return;
  int64_t written = 0;
  draft.takeCount(count.input, usage["input_tokens"]);
  draft.takeCount(count.cached, usage["cache_read_input_tokens"]);
  draft.takeCount(written, usage["cache_creation_input_tokens"]);
  count.input += count.cached + written;
}

void readDelta(const json::Value& delta, ReplyDraft& draft) {
  const std::string& type = delta["type"].asString();
  if (type == "text_delta") draft.addText(delta["text"].asString());
  if (type == "input_json_delta") draft.addText(delta["partial_json"].asString());
}

void addAnthropicSchema(json::Value& body, json::Value& outputConfig, const Schema& schema,
                        StructuredOutput way) {
  using json::Value;
  if (way == StructuredOutput::jsonSchema)
    outputConfig.set("format", Value::object({{"type", "json_schema"}, {"schema", schema.value}}));
  if (way != StructuredOutput::forcedTool) return;
  body.set("tools", Value::array({Value::object({{"name", schema.name},
                                                 {"description", "Takes the answer."},
                                                 {"input_schema", schema.value}})}));
  body.set("tool_choice", Value::object({{"type", "tool"}, {"name", schema.name}}));
}

}  // namespace

json::Value anthropicBody(const Request& request, const Dialect& dialect) {
  const std::vector<Message> messages = messagesToSend(request, dialect);
  json::Value body;
  json::Value outputConfig;
  body.set("model", dialect.model);
  body.set("max_tokens", outputLimit(request, dialect).value_or(usualOutputTokens));
  if (const std::string system = systemText(messages); !system.empty()) body.set("system", system);
  body.set("messages", messagesValue(messages, false));
  body.set("stream", true);
  if (request.temperature && dialect.sendsTemperature)
    body.set("temperature", *request.temperature);
  if (request.effort && dialect.sendsEffort)
    outputConfig.set("effort", effortName(*request.effort));
  if (request.schema)
    addAnthropicSchema(body, outputConfig, *request.schema, dialect.structuredOutput);
  if (!outputConfig.isNull()) body.set("output_config", outputConfig);
  return body;
}

void readAnthropic(const Event& event, ReplyDraft& draft) {
  const json::Value value = readObject(event.data, draft);
  if (draft.fault) return;
  const std::string& type = value["type"].asString();
  if (type == "message_start") {
    draft.isRecognised = true;
    draft.takeModel(value["message"]["model"]);
    draft.takeId(value["message"]["id"]);
    readAnthropicUsage(value["message"]["usage"], draft);
  } else if (type == "content_block_delta") {
    readDelta(value["delta"], draft);
  } else if (type == "message_delta") {
    readAnthropicUsage(value["usage"], draft);
    const std::string& reason = value["delta"]["stop_reason"].asString();
    if (!reason.empty()) draft.finish(anthropicFinish(reason), reason);
  } else if (type == "message_stop") {
    draft.isEnded = true;
  }
}

}  // namespace kw::language

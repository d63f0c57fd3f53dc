// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/wire/api.h"

namespace kw::language {

namespace {

void readResponsesUsage(const json::Value& usage, ReplyDraft& draft) {
  Usage& count = draft.reply.usage;
  draft.takeCount(count.input, usage["input_tokens"]);
  draft.takeCount(count.output, usage["output_tokens"]);
  draft.takeCount(count.cached, usage["input_tokens_details"]["cached_tokens"]);
  draft.takeCount(count.reasoning, usage["output_tokens_details"]["reasoning_tokens"]);
}

// The text as it stands in the finished response, for servers that send no deltas.
void readWholeText(const json::Value& response, ReplyDraft& draft) {
  for (const json::Value& item : response["output"].asArray())
    for (const json::Value& part : item["content"].asArray()) {
      if (part["type"].asString() == "output_text") draft.addText(part["text"].asString());
      if (part["type"].asString() == "refusal") draft.refusal += part["refusal"].asString();
    }
}

void readTerminal(std::string_view type, const json::Value& response, ReplyDraft& draft) {
  draft.takeModel(response["model"]);
  readResponsesUsage(response["usage"], draft);
  if (draft.reply.text.empty() && draft.refusal.empty()) readWholeText(response, draft);
  if (type == "response.completed") {
    draft.finish(FinishReason::stop, "completed");
  } else {
    const std::string& why = response["incomplete_details"]["reason"].asString();
    draft.finish(why == "max_output_tokens" ? FinishReason::length
                 : why == "content_filter"  ? FinishReason::refusal
                                            : FinishReason::other,
                 why.empty() ? "incomplete" : why);
  }
  draft.isEnded = true;
}

}  // namespace

json::Value openaiResponsesBody(const Request& request, const Dialect& dialect) {
  using json::Value;
  const std::vector<Message> messages = messagesToSend(request, dialect);
  Value body;
  body.set("model", dialect.model);
  if (const std::string system = systemText(messages); !system.empty())
    body.set("instructions", system);
  body.set("input", messagesValue(messages, false));
  body.set("stream", true);
  body.set("store", false);  // else the provider keeps the conversation for fetching it later
  if (const auto most = outputLimit(request, dialect)) body.set("max_output_tokens", *most);
  if (request.temperature && dialect.sendsTemperature)
    body.set("temperature", *request.temperature);
  if (request.effort && dialect.sendsEffort)
    body.set("reasoning", Value::object({{"effort", effortName(*request.effort)}}));
  if (request.schema && dialect.structuredOutput == StructuredOutput::jsonSchema)
    body.set("text",
             Value::object({{"format", Value::object({{"type", "json_schema"},
                                                      {"name", request.schema->name},
                                                      {"strict", true},
                                                      {"schema", request.schema->value}})}}));
  if (request.schema && dialect.structuredOutput == StructuredOutput::jsonObject)
    body.set("text", Value::object({{"format", Value::object({{"type", "json_object"}})}}));
  return body;
}

void readOpenaiResponses(const Event& event, ReplyDraft& draft) {
  if (event.data == "[DONE]") return;  // servers that speak chat completions, too, may send it
  const json::Value value = readObject(event.data, draft);
  if (draft.fault) return;
  const std::string& type = value["type"].isString() ? value["type"].asString() : event.name;
  const json::Value& response = value["response"];
  if (type.starts_with("response.")) draft.isRecognised = true;
  draft.takeId(response["id"]);
  if (type == "response.output_text.delta") draft.addText(value["delta"].asString());
  if (type == "response.refusal.delta") draft.refusal += value["delta"].asString();
  if (type == "response.completed" || type == "response.incomplete")
    readTerminal(type, response, draft);
  if (type == "response.failed")
    draft.fault = faultInStream(errorIn(response).value_or(ServerError{}));
}

}  // namespace kw::language

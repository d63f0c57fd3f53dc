// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/prompt_text.h"
#include "client/language_model/wire/api.h"

namespace kw::language {

namespace {

constexpr int64_t usualAnswerTokens = 8192;

FinishReason ollamaFinish(std::string_view name) {
  if (name == "stop") return FinishReason::stop;
  if (name == "length") return FinishReason::length;
  return FinishReason::other;
}

}  // namespace

int64_t ollamaContext(const Request& request, const Dialect& dialect) {
  constexpr int64_t step = 1024;  // a model is loaded anew for each size
  const int64_t needed =
      generousTokens(request) + outputLimit(request, dialect).value_or(usualAnswerTokens);
  return (needed + step - 1) / step * step;
}

json::Value ollamaBody(const Request& request, const Dialect& dialect) {
  json::Value options;
  // Without it, a long prompt is cut at its beginning, and nobody says so.
  options.set("num_ctx", ollamaContext(request, dialect));
  if (const auto most = outputLimit(request, dialect)) options.set("num_predict", *most);
  if (request.seed && dialect.sendsSeed) options.set("seed", *request.seed);
  if (request.temperature && dialect.sendsTemperature)
    options.set("temperature", *request.temperature);
  json::Value body;
  body.set("model", dialect.model);
  body.set("messages", messagesValue(messagesToSend(request, dialect), true));
  body.set("stream", true);
  if (request.schema && dialect.structuredOutput == StructuredOutput::jsonSchema)
    body.set("format", request.schema->value);
  if (request.schema && dialect.structuredOutput == StructuredOutput::jsonObject)
    body.set("format", "json");
  body.set("options", options);
  return body;
}

void readOllama(const Event& event, ReplyDraft& draft) {
  if (event.data.empty()) return;
  const json::Value line = readObject(event.data, draft);
  if (draft.fault) return;
  draft.takeModel(line["model"]);
  if (line["message"].isObject()) draft.isRecognised = true;
  draft.addText(line["message"]["content"].asString());
  if (!line["done"].asBool()) return;
  draft.takeCount(draft.reply.usage.input, line["prompt_eval_count"]);
  draft.takeCount(draft.reply.usage.output, line["eval_count"]);
  const std::string& reason = line["done_reason"].asString();
  draft.finish(reason.empty() ? FinishReason::stop : ollamaFinish(reason), reason);
  draft.isEnded = true;
}

}  // namespace kw::language

// SPDX-License-Identifier: GPL-3.0-or-later
// How one server wants to be asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json/value.h"
#include "client/language_model/language_model.h"

namespace kw::language {

enum class Api { openaiChat, openaiResponses, anthropicMessages, ollama };

// How a schema is sent. `none`: in words, at the end of the last message.
enum class StructuredOutput {
  none,
  jsonSchema,         // the API's own way
  jsonObject,         // any JSON object; the schema in words besides
  responseSchema,     // llama.cpp: response_format.schema
  structuredOutputs,  // vLLM: structured_outputs.json
  forcedTool,         // older models of Anthropic's
};

struct Dialect {
  Api api = Api::openaiChat;
  std::string model;
  StructuredOutput structuredOutput = StructuredOutput::none;
  std::string tokenLimitField = "max_completion_tokens";  // of chat completions
  bool sendsTemperature = true;
  bool sendsSeed = true;
  bool sendsEffort = true;
  std::optional<int64_t> outputTokens;   // where the request sets none
  std::optional<int64_t> contextTokens;  // Ollama: the most that num_ctx may be
};

using Headers = std::vector<std::pair<std::string, std::string>>;

struct WireRequest {
  std::string path;  // to be put behind the base address: "/chat/completions"
  Headers headers;   // besides the key's
  std::string body;
};

// ErrorKind::badInput where the request has no message, has a schema whose name APIs refuse, or
// needs more room than the dialect allows.
Result<WireRequest> wireRequest(const Request& request, const Dialect& dialect);

// The header that carries the key, up to the key: {"Authorization", "Bearer "}.
std::pair<std::string, std::string> keyHeader(Api api);

// Whether the way of sending a schema belongs to the API.
bool isOffered(Api api, StructuredOutput way);

}  // namespace kw::language

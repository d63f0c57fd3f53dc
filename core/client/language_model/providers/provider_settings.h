// SPDX-License-Identifier: GPL-3.0-or-later
// Which models can be asked, and how. A JSON file of format kernelwright-providers/1:
//
//   {"format": "kernelwright-providers/1",
//    "providers": [
//     {"name": "cloud", "preset": "openai-responses", "model": "…",
//      "prices": {"input": 1.25, "output": 10, "cached_input": 0.125},
//      "limits": {"output_tokens": 32000, "attempts": 5}},
//     {"name": "mine", "preset": "vllm", "base": "http://127.0.0.1:8000/v1", "model": "…"},
//     {"name": "agent", "api": "command", "command": ["some-agent", "--print"]},
//     {"name": "kept", "api": "recorded", "folder": "replies"},
//     {"name": "by hand", "api": "paste"}]}
//
// Besides: "key_environment" (the variable that holds the key; keys never stand in the file),
// "key_in_keyring" (true: without the variable, the desktop's keyring is asked for the key),
// "structured_output" (none, json_schema, json_object, response_schema, structured_outputs,
// forced_tool), "token_limit_field" (max_tokens, max_completion_tokens), "leave_out" (of
// temperature, seed, effort: what the server refuses), "authorities" (a file of certificates to
// trust), "plain_http" (lets a key go to another machine without encryption). Prices are per
// million tokens. Limits: output_tokens, context_tokens, attempts, connect_seconds,
// silence_seconds, longest_wait_seconds, reply_bytes; of a command also whole_seconds.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/language_model/http/http_post.h"
#include "client/language_model/providers/backoff.h"
#include "client/language_model/spending.h"
#include "client/language_model/wire/dialect.h"
#include "client/language_model/wire/event_splitter.h"

namespace kw::language {

enum class ProviderKind { http, command, recorded, paste };

struct ProviderSettings {
  std::string name;
  ProviderKind kind = ProviderKind::http;
  Dialect dialect;   // http only, as are base, http and stream
  std::string base;  // with the version: "https://api.openai.com/v1"; no '/' at its end
  std::string keyEnvironment;
  bool keyInKeyring = false;  // looked for there where the variable is not set
  bool needsKey = false;      // without one, the server refuses everything
  bool allowsPlainHttp = false;
  std::vector<std::string> command;
  std::chrono::milliseconds wholeTime = std::chrono::hours(1);  // of a command
  std::string folder;
  Prices prices;
  HttpLimits http;
  StreamLimits stream;  // textBytes counts for commands, too
  Backoff backoff;
  std::string preset;  // the one it was made from; "" for none
};

// As "api" has it in a file: openai-chat, openai-responses, anthropic-messages, ollama.
const std::string& apiName(Api api);

// openai, openai-responses, anthropic, gemini, ollama, llama.cpp, vllm.
const std::vector<std::string>& presetNames();
// Its settings, without a model; the name must be one of those.
ProviderSettings preset(const std::string& name);

// Strict; all faults at once. Names are unique. Relative folders are taken from `folder`.
Result<std::vector<ProviderSettings>> readProviders(const std::string& text,
                                                    const std::string& fileName,
                                                    const std::string& folder = {});

// A file that reads as these: what differs from the preset, or from the defaults, is written.
std::string writeProviders(const std::vector<ProviderSettings>& providers);

}  // namespace kw::language

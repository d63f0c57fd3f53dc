// SPDX-License-Identifier: GPL-3.0-or-later
// A model that answers a prompt, wherever it runs. client/language_model/providers makes them.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"

namespace kw::language {

enum class Role { system, user, assistant };
std::string_view roleName(Role role);  // "system", "user", "assistant"

struct Message {
  Role role = Role::user;
  std::string text;
};

// A JSON schema that the reply is to fit. Names are of [A-Za-z0-9_-], since APIs take no others.
struct Schema {
  std::string name;
  json::Value value;
};

enum class Effort { low, medium, high };
std::string_view effortName(Effort effort);

// What a model is asked. What an API has no place for (a seed, a temperature) is not sent.
struct Request {
  std::vector<Message> messages;  // the last one is the user's
  // The prompt without what was measured and differs from run to run, by which recorded replies are
  // found; "" where the whole of it is what identifies it. Never sent.
  std::string identity;
  std::optional<Schema> schema;
  std::optional<int64_t> mostOutputTokens;  // else the provider's limit
  std::optional<int64_t> seed;
  std::optional<double> temperature;
  std::optional<Effort> effort;
};

enum class FinishReason {
  stop,     // it came to its end
  length,   // cut at the limit of tokens
  refusal,  // the model or its provider would not answer
  other,    // see Reply::finishText
};
std::string_view finishName(FinishReason reason);  // "stop", "length", "refusal", "other"

// Tokens, as the server counts them; 0 where it does not say.
struct Usage {
  int64_t input = 0;      // with those from a cache
  int64_t output = 0;     // with those of reasoning
  int64_t cached = 0;     // of the input, read from a cache
  int64_t reasoning = 0;  // of the output
  friend bool operator==(const Usage&, const Usage&) = default;
};

struct Reply {
  std::string text;  // UTF-8 always, with known keys made unreadable
  FinishReason finish = FinishReason::other;
  std::string finishText;  // as the server names it; after a refusal, what it gave as its reason
  Usage usage;
  std::string model;                  // as the server names it
  std::string requestId;              // for asking its provider about it; may be empty
  int attempts = 1;                   // with those that failed
  std::chrono::milliseconds wall{0};  // of all attempts and waits
};

// Why a call waits before its next attempt.
struct Wait {
  int attempt = 1;  // the one that failed
  std::chrono::milliseconds length{0};
  std::string reason;
};

// What is told while a reply comes, on the thread that asked; any may be empty.
struct Listener {
  std::function<void(std::string_view)> onText;  // whole characters of UTF-8
  // The text told so far is void, another attempt begins from nothing.
  std::function<void()> onRestart;
  std::function<void(const Wait&)> onWait;
};

// What a call would send, with no key in it.
struct Outgoing {
  std::string where;    // such as "POST https://api.openai.com/v1/responses"
  std::string content;  // the bytes themselves: JSON, or a prompt
};

class LanguageModel {
 public:
  virtual ~LanguageModel() = default;

  // Blocks until the reply is whole. ErrorKind::cancelled after a stop, within 0.1 s;
  // badInput where the request or the settings are at fault, missing where nothing answers there.
  virtual Result<Reply> complete(const Request& request, const Listener& listener,
                                 std::stop_token stop) = 0;

  // What complete() would send, for showing it first.
  virtual Result<Outgoing> preview(const Request& request) const = 0;
};

}  // namespace kw::language

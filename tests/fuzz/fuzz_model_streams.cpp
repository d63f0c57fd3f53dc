// SPDX-License-Identifier: GPL-3.0-or-later
// What a model's server sends gives the same reply however it is cut, and never more than the
// limits allow. The first byte chooses the API, the second where the rest is cut.
#include <array>

#include "base/json/utf8.h"
#include "client/language_model/extract_json.h"
#include "client/language_model/wire/reply_stream.h"
#include "client/language_model/wire/server_error.h"
#include "fuzz_input.h"

using namespace kw;
using namespace kw::language;

namespace {

constexpr StreamLimits limits{4000, 12'000, 3000};

struct Outcome {
  std::string told;
  std::string end;  // the reply, or the fault
};

Outcome read(Api api, std::string_view bytes, size_t piece) {
  ReplyStream stream(api, limits);
  Outcome outcome;
  while (!bytes.empty() && !stream.isEnded()) {
    const auto text = stream.feed(bytes.substr(0, piece));
    if (!text) return {{}, text.error().error.text()};
    outcome.told += *text;
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  const auto reply = stream.finish();
  if (!reply) return {{}, reply.error().error.text()};
  outcome.told += stream.takeText();
  fuzz::require(outcome.told == reply->text, "what was told is the reply", reply->text);
  fuzz::require(reply->text.size() <= limits.textBytes + limits.lineBytes, "it has its limit");
  outcome.end = std::string(finishName(reply->finish)) + reply->finishText + reply->model;
  return outcome;
}

void requireUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t length = json::utf8Length(text.substr(at));
    fuzz::require(length > 0, "a reply is UTF-8", text);
    at += length;
  }
}

void checkObject(std::string_view reply) {
  const auto found = extractJson(reply);
  if (!found) return;
  fuzz::require(found->value.isObject(), "what is found is an object", reply);
  fuzz::require(found->begin < found->end && found->end <= reply.size(), "it lies in the reply");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr std::array<Api, 4> apis{Api::openaiChat, Api::openaiResponses, Api::anthropicMessages,
                                    Api::ollama};
  if (size < 2) return 0;
  const Api api = apis[data[0] % apis.size()];
  const size_t piece = 1 + data[1] % 64;
  const std::string_view bytes = fuzz::textOf(data + 2, size - 2);
  const Outcome whole = read(api, bytes, bytes.size() + 1);
  const Outcome pieces = read(api, bytes, piece);
  // Which limit is met first goes by the pieces.
  if (bytes.size() < limits.textBytes) {
    fuzz::require(whole.told == pieces.told, "cuts change no text", pieces.told);
    fuzz::require(whole.end == pieces.end, "cuts change no outcome", pieces.end);
  }
  requireUtf8(pieces.told);
  const ServerError error = readErrorBody(bytes);
  fuzz::require(error.message.find('\n') == std::string::npos, "an error is one line");
  static_cast<void>(faultOfStatus(429, error, "somewhere", {}));
  static_cast<void>(faultInStream(error));
  checkObject(bytes);
  return 0;
}

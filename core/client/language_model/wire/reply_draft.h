// SPDX-License-Identifier: GPL-3.0-or-later
// A reply while it comes. Internal to wire/.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json/value.h"
#include "client/language_model/language_model.h"
#include "client/language_model/wire/fault.h"
#include "client/language_model/wire/server_error.h"

namespace kw::language {

struct ReplyDraft {
  Reply reply;
  std::string fresh;          // text that came since it was last taken
  std::string refusal;        // its words
  bool isFinished = false;    // the model came to an end
  bool isEnded = false;       // the stream did: nothing more is read
  bool isRecognised = false;  // at least one event was of this API's
  std::optional<Fault> fault;

  void addText(std::string_view text) {
    reply.text += text;
    fresh += text;
  }
  void finish(FinishReason reason, std::string_view asNamed) {
    reply.finish = reason;
    reply.finishText = asNamed;
    isFinished = true;
  }
  // Keeps what is there where the value says nothing.
  void takeModel(const json::Value& value) {
    if (!value.asString().empty()) reply.model = value.asString();
  }
  void takeId(const json::Value& value) {
    if (reply.requestId.empty()) reply.requestId = value.asString();
  }
  void takeCount(int64_t& count, const json::Value& value) {
    if (value.isNumber()) count = std::max<int64_t>(0, value.asInteger());
  }
};

// The JSON object of an event's data; sets the draft's fault and gives null where it is none, or
// where it tells of an error.
json::Value readObject(std::string_view data, ReplyDraft& draft);

}  // namespace kw::language

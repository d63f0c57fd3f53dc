// SPDX-License-Identifier: GPL-3.0-or-later
// Replies kept beside a kernel. Each is a JSON file of format kernelwright-recorded-reply/1:
//
//   {"format": "kernelwright-recorded-reply/1",
//    "prompt_sha256": "…", "prompt": "…",     of promptText(); the prompt itself may be left out
//    "identity": "…",                         of Request::identity; may be left out
//    "model": "…", "date": "2025-03-01T12:34:56.789Z",
//    "label": "model",
//    "reply": "…", "finish": "stop",
//    "usage": {"input": 1200, "output": 800, "cached": 0, "reasoning": 0},
//    "attempts": [{"date": "…", "reply": "…", "outcome": "the connection was lost"}]}
//
// "reply" is raw, faults and all. "attempts" are those that went before it for the same prompt.
#pragma once

#include <string>
#include <vector>

#include "base/json/value.h"
#include "client/language_model/language_model.h"

namespace kw::language {

enum class ReplyLabel {
  model,        // a model's, unchanged
  promptAlone,  // a person's, who knew the prompt and nothing else
  handWritten,  // of somebody who knew the measured outcome: stays out of figures
};
std::string_view labelName(ReplyLabel label);  // "model", "prompt-alone", "hand-written"

struct RecordedAttempt {
  std::string date;
  std::string reply;  // as far as it came
  std::string outcome;
};

struct RecordedReply {
  std::string file;  // not stored
  std::string promptHash;
  std::string prompt;
  std::string identity;  // Request::identity
  std::string model;     // as far as known
  std::string date;      // UTC, ISO 8601
  ReplyLabel label = ReplyLabel::model;
  std::string text;
  FinishReason finish = FinishReason::stop;
  Usage usage;
  std::vector<RecordedAttempt> attempts;
};

// Whether it answers a request: the same prompt, or the same but for what was measured.
bool answers(const RecordedReply& reply, const Request& request);

// SHA-256 of promptText(request).
std::string promptHash(const Request& request);

// Strict; a prompt that does not have its hash is a fault.
Result<RecordedReply> readRecordedReply(const std::string& text, const std::string& fileName);
json::Value recordedReplyValue(const RecordedReply& reply);

// Those of a folder's *.json, in the order of their names. A folder without any is an error.
Result<std::vector<RecordedReply>> readRecordedReplies(const std::string& folder);
// Writes the reply under the next free number ("001.json") of the folder, which must exist, and
// gives the file.
Result<std::string> writeRecordedReply(const RecordedReply& reply, const std::string& folder);

}  // namespace kw::language

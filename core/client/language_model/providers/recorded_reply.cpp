// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/recorded_reply.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

#include "base/files/files.h"
#include "base/files/hash.h"
#include "base/json/reader.h"
#include "base/json/text.h"
#include "client/language_model/prompt_text.h"

namespace kw::language {

namespace {

constexpr const char* recordedFormat = "kernelwright-recorded-reply/1";
const std::vector<std::string> labelNames{"model", "prompt-alone", "hand-written"};
const std::vector<std::string> finishNames{"stop", "length", "refusal", "other"};

template <class Enum>
Enum memberOf(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? Enum{} : static_cast<Enum>(found - names.begin());
}

void readHash(json::ObjectReader& reader, RecordedReply& reply) {
  constexpr size_t digits = 64;
  reply.promptHash = reader.string("prompt_sha256");
  if (reply.promptHash.size() != digits ||
      reply.promptHash.find_first_not_of("0123456789abcdef") != std::string::npos)
    reader.fault("prompt_sha256", "expected 64 digits of 0-9 and a-f");
  if (!reader.has("prompt")) return;
  reply.prompt = reader.string("prompt");
  const std::string hash = files::contentHash(reply.prompt);
  if (hash != reply.promptHash)
    reader.fault("prompt", "its SHA-256 is " + hash + ", expected that of prompt_sha256",
                 "a recorded prompt must not be changed: record the reply anew");
}

void readUsage(json::ObjectReader& outer, Usage& usage) {
  const json::Value* value = outer.raw("usage");
  if (!value) return;
  json::ObjectReader reader(*value, outer.path("usage"), outer.faults());
  usage.input = reader.optionalInteger("input", 0, 0);
  usage.output = reader.optionalInteger("output", 0, 0);
  usage.cached = reader.optionalInteger("cached", 0, 0);
  usage.reasoning = reader.optionalInteger("reasoning", 0, 0);
  reader.finish();
}

void readAttempts(json::ObjectReader& outer, std::vector<RecordedAttempt>& attempts) {
  const json::Array& items = outer.optionalArray("attempts");
  for (size_t i = 0; i < items.size(); ++i) {
    json::ObjectReader reader(items[i], outer.path("attempts") + "[" + std::to_string(i) + "]",
                              outer.faults());
    RecordedAttempt attempt;
    attempt.date = reader.optionalString("date");
    attempt.reply = reader.optionalString("reply");
    attempt.outcome = reader.string("outcome");
    reader.finish();
    attempts.push_back(std::move(attempt));
  }
}

std::string numbered(size_t number) {
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "%03zu.json", number);
  return name.data();
}

}  // namespace

std::string_view labelName(ReplyLabel label) {
  return labelNames[static_cast<size_t>(label)];
}

bool answers(const RecordedReply& reply, const Request& request) {
  if (reply.identity.empty() || request.identity.empty())
    return reply.promptHash == promptHash(request);
  return reply.identity == request.identity;
}

std::string promptHash(const Request& request) {
  return files::contentHash(promptText(request));
}

Result<RecordedReply> readRecordedReply(const std::string& text, const std::string& fileName) {
  KW_ASSIGN(const json::Value value, json::parse(text, fileName));
  json::Faults faults(fileName);
  json::ObjectReader reader(value, "", faults);
  RecordedReply reply;
  reply.file = fileName;
  reader.oneOf("format", {recordedFormat});
  readHash(reader, reply);
  reply.identity = reader.optionalString("identity");
  reply.model = reader.string("model");
  reply.date = reader.string("date");
  reply.label = memberOf<ReplyLabel>(labelNames, reader.oneOf("label", labelNames));
  reply.text = reader.string("reply");
  reply.finish =
      memberOf<FinishReason>(finishNames, reader.oneOf("finish", finishNames, finishNames[0]));
  readUsage(reader, reply.usage);
  readAttempts(reader, reply.attempts);
  reader.finish();
  if (!faults.empty()) return fail(faults.take());
  return reply;
}

json::Value recordedReplyValue(const RecordedReply& reply) {
  using json::Value;
  Value value;
  value.set("format", recordedFormat);
  value.set("prompt_sha256", reply.promptHash);
  if (!reply.prompt.empty()) value.set("prompt", reply.prompt);
  if (!reply.identity.empty()) value.set("identity", reply.identity);
  value.set("model", reply.model);
  value.set("date", reply.date);
  value.set("label", labelName(reply.label));
  value.set("reply", reply.text);
  value.set("finish", finishName(reply.finish));
  value.set("usage", Value::object({{"input", reply.usage.input},
                                    {"output", reply.usage.output},
                                    {"cached", reply.usage.cached},
                                    {"reasoning", reply.usage.reasoning}}));
  json::Array attempts;
  for (const RecordedAttempt& each : reply.attempts)
    attempts.push_back(
        Value::object({{"date", each.date}, {"reply", each.reply}, {"outcome", each.outcome}}));
  value.set("attempts", std::move(attempts));
  return value;
}

Result<std::vector<RecordedReply>> readRecordedReplies(const std::string& folder) {
  std::error_code failure;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure))
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  if (failure || paths.empty())
    return failMissing("expected recorded replies (*.json) in '" + folder + "', found " +
                           (failure ? failure.message() : std::string("none")),
                       "record some, or choose another provider");
  std::sort(paths.begin(), paths.end());
  std::vector<RecordedReply> replies;
  for (const auto& path : paths) {
    KW_ASSIGN(const std::string text, files::readText(path));
    KW_ASSIGN(RecordedReply reply, readRecordedReply(text, path.string()));
    replies.push_back(std::move(reply));
  }
  return replies;
}

Result<std::string> writeRecordedReply(const RecordedReply& reply, const std::string& folder) {
  std::filesystem::path path;
  for (size_t number = 1; path.empty() || std::filesystem::exists(path); ++number)
    path = std::filesystem::path(folder) / numbered(number);
  KW_TRY(files::writeAtomically(path, json::writePretty(recordedReplyValue(reply)) + "\n"));
  return path.string();
}

}  // namespace kw::language

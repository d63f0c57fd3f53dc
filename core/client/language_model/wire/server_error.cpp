// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/wire/server_error.h"

#include <algorithm>
#include <array>

#include "base/json/text.h"
#include "base/result/message.h"
#include "base/result/printable.h"
#include "base/text/trimmed.h"
#include "client/language_model/wire/duration_text.h"

namespace kw::language {

namespace {

constexpr size_t longestMessage = 400;

// One line, shortened, with nothing that steers a terminal.
std::string tidy(std::string_view text) {
  std::string line;
  for (const char c : trimmed(text, " \t\r\n")) {
    const bool isBlank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!isBlank)
      line += c;
    else if (!line.ends_with(' '))
      line += ' ';
  }
  return shortened(printable(line), longestMessage);
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

std::string wordOf(const json::Value& value) {
  if (value.isInteger()) return std::to_string(value.asInteger());
  return shortened(printable(value.asString()), 80);
}

// Gemini tells its wait in a list of details: {"@type": "…RetryInfo", "retryDelay": "37s"}.
std::optional<std::chrono::milliseconds> delayIn(const json::Value& details) {
  for (const json::Value& detail : details.asArray())
    if (const json::Value* delay = detail.find("retryDelay")) return durationOf(delay->asString());
  return std::nullopt;
}

ServerError fromObject(const json::Value& object) {
  ServerError error;
  error.message = tidy(object["message"].asString());
  error.type = wordOf(object["type"]);
  if (error.type.empty()) error.type = wordOf(object["status"]);
  error.code = wordOf(object["code"]);
  error.retryDelay = delayIn(object["details"]);
  return error;
}

// FastAPI's form, which vLLM's front end uses for what it refuses itself: a text, or a list of
// {"loc": …, "msg": …}.
std::string detailText(const json::Value& detail) {
  if (detail.isString()) return tidy(detail.asString());
  std::string text;
  for (const json::Value& each : detail.asArray())
    text += (text.empty() ? "" : "; ") + each["msg"].asString();
  return tidy(text);
}

bool isHtml(std::string_view text) {
  const std::string begin = lower(text.substr(0, 200));
  return begin.starts_with("<") || begin.find("<html") != std::string::npos;
}

std::string between(const std::string& text, const std::string& lowered, std::string_view open,
                    std::string_view close) {
  size_t begin = lowered.find(open);
  if (begin == std::string::npos) return {};
  begin = lowered.find('>', begin);
  const size_t end = lowered.find(close, begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  return text.substr(begin + 1, end - begin - 1);
}

std::string withoutTags(std::string_view page) {
  std::string text;
  bool isTag = false;
  for (const char c : page) {
    if (c == '<') isTag = true;
    if (!isTag) text += c;
    if (c == '>') {
      isTag = false;
      text += ' ';
    }
  }
  return text;
}

std::string wordsOfPage(std::string_view body) {
  const std::string page(body);
  const std::string lowered = lower(page);
  std::string words = tidy(between(page, lowered, "<title", "</title"));
  if (words.empty()) words = tidy(withoutTags(body));
  return "a web page: " + words;
}

std::string statusName(int status) {
  static constexpr std::array<std::pair<int, const char*>, 16> names{
      {{400, "Bad Request"},
       {401, "Unauthorized"},
       {402, "Payment Required"},
       {403, "Forbidden"},
       {404, "Not Found"},
       {405, "Method Not Allowed"},
       {408, "Request Timeout"},
       {409, "Conflict"},
       {413, "Content Too Large"},
       {422, "Unprocessable Content"},
       {429, "Too Many Requests"},
       {500, "Internal Server Error"},
       {502, "Bad Gateway"},
       {503, "Service Unavailable"},
       {504, "Gateway Timeout"},
       {529, "Overloaded"}}};
  for (const auto& [number, name] : names)
    if (number == status) return std::to_string(status) + " " + name;
  return std::to_string(status);
}

std::string said(const ServerError& error) {
  std::string text = error.message.empty() ? "" : ": " + error.message;
  std::string kind = error.type;
  if (!error.code.empty() && error.code != error.type)
    kind += (kind.empty() ? "" : ", ") + error.code;
  if (!kind.empty()) text += " [" + kind + "]";
  return text;
}

constexpr const char* creditAdvice = "add credit at the provider, or choose another provider";

std::string adviceFor(int status) {
  if (status < 400) return "redirects are not followed with a key: give the final address as base";
  switch (status) {
    case 401:
    case 403:
      return "check the provider's key, and what it may do";
    case 404:
    case 405:
      return "check the provider's base address, its api and the model's name";
    case 413:
      return "send less: choose fewer notes, or a model with more room";
    default:
      break;
  }
  if (status == 400 || status == 422)
    return "check the provider's settings (model, structured_output, leave_out)";
  return "try again later";
}

bool isTransientStatus(int status) {
  return status == 408 || status == 409 || status == 429 || status >= 500;
}

}  // namespace

std::optional<ServerError> errorIn(const json::Value& value) {
  if (value.isArray()) return value.asArray().empty() ? std::nullopt : errorIn(value.asArray()[0]);
  if (const json::Value* error = value.find("error"); error && !error->isNull()) {
    if (error->isObject()) return fromObject(*error);
    ServerError plain = fromObject(value);
    if (!error->asString().empty()) plain.message = tidy(error->asString());
    return plain;
  }
  if (value["type"].asString() == "error" || value["object"].asString() == "error")
    return fromObject(value);
  return std::nullopt;
}

ServerError readErrorBody(std::string_view body) {
  const json::PartialValue read = json::parseLeniently(body, {}, 0);
  if (!read.fault) {
    if (auto error = errorIn(read.value)) return *error;
    ServerError error = fromObject(read.value);
    if (error.message.empty()) error.message = detailText(read.value["detail"]);
    if (!error.message.empty()) return error;
  }
  ServerError error;
  error.message = isHtml(trimmed(body, " \t\r\n")) ? wordsOfPage(body) : tidy(body);
  return error;
}

bool namesCredit(const ServerError& error) {
  const std::string kind = lower(error.type + " " + error.code);
  for (const char* word : {"credit", "quota", "billing", "spend"})
    if (kind.find(word) != std::string::npos) return true;
  // Anthropic says it in words, with a type that it has for every fault of a request.
  return lower(error.message).find("credit balance") != std::string::npos;
}

Fault faultOfStatus(int status, const ServerError& error, const std::string& where,
                    std::optional<std::chrono::milliseconds> retryAfter) {
  Fault fault;
  const bool isCredit = status == 402 || namesCredit(error);
  fault.error.message = where + " answered " + statusName(status) + said(error);
  fault.error.advice = isCredit ? creditAdvice : adviceFor(status);
  fault.isTransient = !isCredit && isTransientStatus(status);
  if (!fault.isTransient && !isCredit) fault.error.kind = ErrorKind::badInput;
  fault.leastWait = retryAfter ? retryAfter : error.retryDelay;
  return fault;
}

Fault faultInStream(const ServerError& error) {
  static constexpr std::array<std::string_view, 8> passing{
      "overloaded_error", "rate_limit_error", "rate_limit_exceeded", "api_error",
      "timeout_error",    "server_error",     "internal_error",      "unavailable"};
  const auto isPassing = [](const std::string& word) {
    if (std::find(passing.begin(), passing.end(), lower(word)) != passing.end()) return true;
    return word.size() == 3 && word.find_first_not_of("0123456789") == std::string::npos &&
           isTransientStatus(std::stoi(word));
  };
  Fault fault;
  const bool isCredit = namesCredit(error);
  fault.error.message = "the server broke off its reply" + said(error);
  fault.error.advice = isCredit ? creditAdvice : "try again later";
  fault.isTransient = !isCredit && (isPassing(error.type) || isPassing(error.code));
  fault.leastWait = error.retryDelay;
  return fault;
}

}  // namespace kw::language

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json/text.h"
#include "client/language_model/providers/provider_settings.h"
#include "client/language_model/providers/provider_words.h"

namespace kw::language {

namespace {

using std::chrono::milliseconds;

// The settings that a file gives for this provider where it says nothing more.
ProviderSettings plainOf(const ProviderSettings& settings) {
  ProviderSettings plain = settings.preset.empty() ? ProviderSettings() : preset(settings.preset);
  if (settings.kind == ProviderKind::command) plain.http.silence = silenceOfCommands;
  return plain;
}

void writeServer(json::Value& object, const ProviderSettings& settings,
                 const ProviderSettings& plain) {
  const Dialect& dialect = settings.dialect;
  if (settings.preset.empty() || settings.base != plain.base) object.set("base", settings.base);
  object.set("model", dialect.model);
  if (dialect.structuredOutput != plain.dialect.structuredOutput)
    object.set("structured_output", wayNames[static_cast<size_t>(dialect.structuredOutput)]);
  if (dialect.tokenLimitField != plain.dialect.tokenLimitField)
    object.set("token_limit_field", dialect.tokenLimitField);
  if (!settings.http.authorities.empty()) object.set("authorities", settings.http.authorities);
  if (settings.allowsPlainHttp) object.set("plain_http", true);
  json::Value leftOut;
  if (!dialect.sendsTemperature) leftOut.push("temperature");
  if (!dialect.sendsSeed) leftOut.push("seed");
  if (!dialect.sendsEffort) leftOut.push("effort");
  const bool asPlain = dialect.sendsTemperature == plain.dialect.sendsTemperature &&
                       dialect.sendsSeed == plain.dialect.sendsSeed &&
                       dialect.sendsEffort == plain.dialect.sendsEffort;
  if (!asPlain) object.set("leave_out", leftOut.isNull() ? json::Value(json::Array()) : leftOut);
}

void writePrices(json::Value& object, const Prices& prices) {
  json::Value written;
  if (prices.input) written.set("input", *prices.input);
  if (prices.output) written.set("output", *prices.output);
  if (prices.cachedInput) written.set("cached_input", *prices.cachedInput);
  if (!written.isNull()) object.set("prices", written);
}

void writeSeconds(json::Value& limits, const char* key, milliseconds length, milliseconds plain) {
  if (length != plain) limits.set(key, std::chrono::duration<double>(length).count());
}

void writeLimits(json::Value& object, const ProviderSettings& settings,
                 const ProviderSettings& plain) {
  json::Value limits;
  if (settings.dialect.outputTokens) limits.set("output_tokens", *settings.dialect.outputTokens);
  if (settings.dialect.contextTokens) limits.set("context_tokens", *settings.dialect.contextTokens);
  if (settings.backoff.attempts != plain.backoff.attempts)
    limits.set("attempts", settings.backoff.attempts);
  writeSeconds(limits, "connect_seconds", settings.http.connect, plain.http.connect);
  writeSeconds(limits, "silence_seconds", settings.http.silence, plain.http.silence);
  writeSeconds(limits, "longest_wait_seconds", settings.backoff.longestAsked,
               plain.backoff.longestAsked);
  if (settings.kind == ProviderKind::command)
    writeSeconds(limits, "whole_seconds", settings.wholeTime, plain.wholeTime);
  if (settings.stream.textBytes != plain.stream.textBytes)
    limits.set("reply_bytes", settings.stream.textBytes);
  if (!limits.isNull()) object.set("limits", limits);
}

void writeKind(json::Value& object, const ProviderSettings& settings,
               const ProviderSettings& plain) {
  switch (settings.kind) {
    case ProviderKind::http:
      if (settings.preset.empty() || settings.dialect.api != plain.dialect.api)
        object.set("api", apiName(settings.dialect.api));
      writeServer(object, settings, plain);
      break;
    case ProviderKind::command: {
      object.set("api", "command");
      json::Value words{json::Array()};
      for (const std::string& word : settings.command)
        words.push(word);
      object.set("command", words);
      break;
    }
    case ProviderKind::recorded:
      object.set("api", "recorded");
      object.set("folder", settings.folder);
      break;
    case ProviderKind::paste:
      object.set("api", "paste");
      break;
  }
}

json::Value writeProvider(const ProviderSettings& settings) {
  const ProviderSettings plain = plainOf(settings);
  json::Value object;
  object.set("name", settings.name);
  if (!settings.preset.empty()) object.set("preset", settings.preset);
  writeKind(object, settings, plain);
  if (settings.keyEnvironment != plain.keyEnvironment)
    object.set("key_environment", settings.keyEnvironment);
  if (settings.keyInKeyring) object.set("key_in_keyring", true);
  writePrices(object, settings.prices);
  writeLimits(object, settings, plain);
  return object;
}

}  // namespace

std::string writeProviders(const std::vector<ProviderSettings>& providers) {
  json::Value all{json::Array()};
  for (const ProviderSettings& one : providers)
    all.push(writeProvider(one));
  json::Value file;
  file.set("format", providersFormat);
  file.set("providers", all);
  return json::writePretty(file);
}

}  // namespace kw::language

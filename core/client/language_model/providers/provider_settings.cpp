// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/provider_settings.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/json/reader.h"
#include "base/json/text.h"
#include "client/language_model/providers/provider_words.h"

namespace kw::language {

namespace {

using std::chrono::milliseconds;

const std::vector<std::string> apiNames{"openai-chat", "openai-responses", "anthropic-messages",
                                        "ollama",      "command",          "recorded",
                                        "paste"};
size_t indexOf(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

constexpr size_t httpApis = 4;  // of apiNames, in the order of Api

void readApi(json::ObjectReader& reader, ProviderSettings& settings, bool hasPreset) {
  const size_t index =
      indexOf(apiNames, hasPreset ? reader.oneOf("api", apiNames, apiName(settings.dialect.api))
                                  : reader.oneOf("api", apiNames));
  if (index < httpApis) {
    settings.dialect.api = static_cast<Api>(index);
    return;
  }
  if (index >= apiNames.size()) return;
  settings.kind = index == httpApis       ? ProviderKind::command
                  : index == httpApis + 1 ? ProviderKind::recorded
                                          : ProviderKind::paste;
}

// "" where the base is fine.
std::string faultOfBase(const std::string& base) {
  const bool hasScheme = base.starts_with("http://") || base.starts_with("https://");
  if (!hasScheme || base.size() < std::string_view("http://a").size())
    return "expected an address that begins with http:// or https://";
  if (base.find_first_of("?#@ \t\r\n") != std::string::npos)
    return "expected an address without a user, a query or blanks: keys do not belong into it";
  return {};
}

// Without a slash at its end, and with the version where it was left out.
std::string completedBase(std::string base, Api api) {
  while (base.ends_with('/'))
    base.pop_back();
  const size_t host = base.find("://");
  const bool hasPath = host != std::string::npos && base.find('/', host + 3) != std::string::npos;
  return hasPath || api == Api::ollama ? base : base + "/v1";
}

void readServer(json::ObjectReader& reader, ProviderSettings& settings, bool hasPreset) {
  Dialect& dialect = settings.dialect;
  settings.base = hasPreset ? reader.optionalString("base", settings.base) : reader.string("base");
  if (const std::string fault = faultOfBase(settings.base);
      !fault.empty() && !settings.base.empty())
    reader.fault("base", fault);
  settings.base = completedBase(settings.base, dialect.api);
  dialect.model = reader.string("model");
  const std::string way = reader.oneOf("structured_output", wayNames,
                                       wayNames[static_cast<size_t>(dialect.structuredOutput)]);
  if (const size_t index = indexOf(wayNames, way); index < wayNames.size())
    dialect.structuredOutput = static_cast<StructuredOutput>(index);
  if (!isOffered(dialect.api, dialect.structuredOutput))
    reader.fault("structured_output",
                 "the api '" + apiName(settings.dialect.api) + "' does not offer '" + way + "'");
  dialect.tokenLimitField = reader.oneOf(
      "token_limit_field", {"max_tokens", "max_completion_tokens"}, dialect.tokenLimitField);
  settings.http.authorities = reader.optionalString("authorities");
  settings.allowsPlainHttp = reader.optionalBool("plain_http", false);
}

void readLeftOut(json::ObjectReader& reader, Dialect& dialect) {
  if (!reader.has("leave_out")) return;
  const std::vector<std::string> words = reader.optionalStrings("leave_out");
  const auto sends = [&](const char* word) {
    return std::find(words.begin(), words.end(), word) == words.end();
  };
  for (const std::string& word : words)
    if (word != "temperature" && word != "seed" && word != "effort")
      reader.fault("leave_out",
                   "expected \"temperature\", \"seed\" or \"effort\", found \"" + word + "\"");
  dialect.sendsTemperature = sends("temperature");
  dialect.sendsSeed = sends("seed");
  dialect.sendsEffort = sends("effort");
}

void readPrice(json::ObjectReader& reader, const char* key, std::optional<double>& price) {
  if (!reader.has(key)) return;
  const double value = reader.real(key);
  if (!(value >= 0) || std::isinf(value))
    reader.fault(key, "expected a price per million tokens, found none");
  price = value;
}

void readPrices(json::ObjectReader& outer, Prices& prices) {
  const json::Value* value = outer.raw("prices");
  if (!value) return;
  json::ObjectReader reader(*value, outer.path("prices"), outer.faults());
  readPrice(reader, "input", prices.input);
  readPrice(reader, "output", prices.output);
  readPrice(reader, "cached_input", prices.cachedInput);
  reader.finish();
}

void readSeconds(json::ObjectReader& reader, const char* key, milliseconds& length) {
  constexpr double longest = 24 * 3600;
  if (!reader.has(key)) return;
  const double seconds = reader.real(key);
  if (!(seconds > 0 && seconds <= longest))
    reader.fault(key, "expected seconds above 0 and of at most a day");
  else
    length = milliseconds(std::max<int64_t>(1, static_cast<int64_t>(seconds * 1000)));
}

void readTokens(json::ObjectReader& reader, const char* key, std::optional<int64_t>& tokens) {
  constexpr int64_t most = int64_t{1} << 31;
  if (reader.has(key)) tokens = reader.integer(key, 1, most);
}

void readLimits(json::ObjectReader& outer, ProviderSettings& settings) {
  constexpr int mostAttempts = 20;
  constexpr int64_t mostBytes = int64_t{1} << 30;
  const json::Value* value = outer.raw("limits");
  if (!value) return;
  json::ObjectReader reader(*value, outer.path("limits"), outer.faults());
  readTokens(reader, "output_tokens", settings.dialect.outputTokens);
  readTokens(reader, "context_tokens", settings.dialect.contextTokens);
  settings.backoff.attempts = static_cast<int>(
      reader.optionalInteger("attempts", settings.backoff.attempts, 1, mostAttempts));
  readSeconds(reader, "connect_seconds", settings.http.connect);
  readSeconds(reader, "silence_seconds", settings.http.silence);
  readSeconds(reader, "longest_wait_seconds", settings.backoff.longestAsked);
  if (settings.kind == ProviderKind::command)
    readSeconds(reader, "whole_seconds", settings.wholeTime);
  const auto bytes = static_cast<int64_t>(settings.stream.textBytes);
  settings.stream.textBytes =
      static_cast<size_t>(reader.optionalInteger("reply_bytes", bytes, 1, mostBytes));
  reader.finish();
}

void readKind(json::ObjectReader& reader, ProviderSettings& settings, bool hasPreset,
              const std::string& folder) {
  switch (settings.kind) {
    case ProviderKind::http:
      readServer(reader, settings, hasPreset);
      readLeftOut(reader, settings.dialect);
      break;
    case ProviderKind::command:
      settings.http.silence = silenceOfCommands;
      settings.command = reader.optionalStrings("command");
      if (settings.command.empty() || settings.command.front().empty())
        reader.fault("command", "expected a program and its arguments as a list of strings");
      break;
    case ProviderKind::recorded:
      settings.folder = (std::filesystem::path(folder) / reader.string("folder")).string();
      break;
    case ProviderKind::paste:
      break;
  }
}

ProviderSettings readProvider(const json::Value& value, const std::string& path,
                              const std::string& folder, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  const std::string name = reader.string("name");
  const bool hasPreset = reader.has("preset");
  ProviderSettings settings;
  if (hasPreset) settings = preset(reader.oneOf("preset", presetNames()));
  settings.name = name;
  readApi(reader, settings, hasPreset);
  readKind(reader, settings, hasPreset, folder);
  settings.keyEnvironment = reader.optionalString("key_environment", settings.keyEnvironment);
  settings.keyInKeyring = reader.optionalBool("key_in_keyring", false);
  if (settings.keyEnvironment.find('=') != std::string::npos)
    reader.fault("key_environment", "expected the name of a variable");
  readPrices(reader, settings.prices);
  readLimits(reader, settings);
  reader.finish();
  return settings;
}

}  // namespace

const std::string& apiName(Api api) {
  return apiNames[static_cast<size_t>(api)];
}

Result<std::vector<ProviderSettings>> readProviders(const std::string& text,
                                                    const std::string& fileName,
                                                    const std::string& folder) {
  KW_ASSIGN(const json::Value value, json::parse(text, fileName));
  json::Faults faults(fileName);
  json::ObjectReader reader(value, "", faults);
  reader.oneOf("format", {providersFormat});
  std::vector<ProviderSettings> all;
  std::set<std::string> names;
  const json::Array& items = reader.array("providers");
  for (size_t i = 0; i < items.size(); ++i) {
    const std::string path = "providers[" + std::to_string(i) + "]";
    all.push_back(readProvider(items[i], path, folder, faults));
    if (!names.insert(all.back().name).second)
      faults.add(items[i]["name"], path + ".name",
                 "there is a provider named '" + all.back().name + "' already");
  }
  reader.finish();
  if (!faults.empty()) return fail(faults.take());
  return all;
}

}  // namespace kw::language

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/make_language_model.h"

#include <filesystem>

#include "base/process/child.h"
#include "client/language_model/providers/command_model.h"
#include "client/language_model/providers/http_model.h"
#include "client/language_model/providers/recorded_model.h"

namespace kw::language {

namespace {

std::string adviceOnKey(const ProviderSettings& settings) {
  const std::string keyring = ", or store one in the keyring (Language models in the window)";
  if (settings.keyEnvironment.empty()) return "name a variable for it in key_environment" + keyring;
  return "set the environment variable " + settings.keyEnvironment + keyring;
}

Result<Secret> keyOf(const ProviderSettings& settings, KeySource& keys) {
  KW_ASSIGN(Secret key, keys.key(settings.name, settings.keyEnvironment));
  if (!key.empty() || !settings.keyInKeyring) return key;
  return keys.storedKey(settings.name);
}

Status checkKey(const ProviderSettings& settings, const Secret& key) {
  const std::string provider = "the provider '" + settings.name + "'";
  if (key.empty() && settings.needsKey)
    return failMissing(provider + " needs a key, and none was found", adviceOnKey(settings));
  if (key.empty()) return {};
  if (!fitsHeader(key.reveal()))
    return failInput(
        "the key of " + provider + " has blanks, line breaks or characters outside ASCII in it", {},
        "enter it again");
  if (settings.base.starts_with("http://") && !isLoopback(settings.base) &&
      !settings.allowsPlainHttp)
    return failInput("the key of " + provider + " would go unencrypted to " + settings.base, {},
                     "use https, or allow it with \"plain_http\": true in its settings");
  return {};
}

// Before minutes are spent on what its prompt is to tell.
Status checkProgram(const ProviderSettings& settings) {
  const std::string program = settings.command.empty() ? std::string() : settings.command.front();
  std::error_code ignored;
  const bool isThere = program.find('/') == std::string::npos
                           ? !process::findProgram(program).empty()
                           : std::filesystem::exists(program, ignored);
  if (isThere) return {};
  return failMissing("the program of the provider '" + settings.name + "', '" + program +
                         "', was not found" +
                         (program.find('/') == std::string::npos ? " in PATH" : ""),
                     "install it, or give its full path");
}

Result<std::unique_ptr<LanguageModel>> makeHttpModel(const ProviderSettings& settings, Secret key) {
  KW_TRY(checkKey(settings, key));
  if (settings.dialect.model.empty())
    return failInput("the provider '" + settings.name + "' names no model", {},
                     "give \"model\" in its settings");
  return std::make_unique<HttpModel>(settings, std::move(key));
}

}  // namespace

Result<std::unique_ptr<LanguageModel>> makeLanguageModel(const ProviderSettings& settings,
                                                         KeySource& keys, AskForReply ask) {
  switch (settings.kind) {
    case ProviderKind::http: {
      KW_ASSIGN(Secret key, keyOf(settings, keys));
      return makeHttpModel(settings, std::move(key));
    }
    case ProviderKind::command: {
      KW_TRY(checkProgram(settings));
      // Only to keep it out of what the program prints.
      KW_ASSIGN(const Secret key, keyOf(settings, keys));
      Redactor redactor;
      redactor.add(key.reveal());
      return std::make_unique<CommandModel>(settings, std::move(redactor));
    }
    case ProviderKind::recorded: {
      KW_ASSIGN(std::unique_ptr<RecordedModel> model, RecordedModel::open(settings.folder));
      return std::unique_ptr<LanguageModel>(std::move(model));
    }
    case ProviderKind::paste:
      if (!ask)
        return failMissing("the provider '" + settings.name +
                               "' wants a person who carries the prompt, and here is none",
                           "choose another provider");
      return std::make_unique<PasteModel>(std::move(ask));
  }
  return failInput("a provider of no kind");
}

}  // namespace kw::language

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/provider_choice.h"

#include <algorithm>
#include <utility>

#include "base/files/files.h"
#include "base/process/child.h"
#include "client/language_model/providers/recorded_model.h"
#include "client/language_model/providers/stored_providers.h"

namespace kw::language {

namespace {

using AllSettings = std::vector<ProviderSettings>;

Result<AllSettings> settingsIn(const ProviderChoice& choice) {
  if (choice.file.empty()) return storedProviders();
  KW_ASSIGN(const std::string text, files::readText(choice.file));
  return readProviders(text, choice.file,
                       std::filesystem::path(choice.file).parent_path().string());
}

std::vector<std::string> namesOf(const AllSettings& settings) {
  std::vector<std::string> names;
  for (const ProviderSettings& one : settings)
    names.push_back(one.name);
  for (const std::string& name : builtInProviderNames())
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

ProviderSettings plainSettings(const char* name, ProviderKind kind) {
  ProviderSettings settings;
  settings.name = name;
  settings.kind = kind;
  return settings;
}

Result<ProviderSettings> commandSettings(const ProviderChoice& choice) {
  ProviderSettings settings = plainSettings("command", ProviderKind::command);
  KW_ASSIGN(settings.command, process::splitCommand(choice.command));
  if (!settings.command.empty()) return settings;
  return failInput(
      "the provider \"command\" needs a command (--command): a program that reads the prompt from "
      "its standard input and writes its reply",
      {}, "such as 'some-agent --print'");
}

ProviderSettings recordedSettings(const ProviderChoice& choice,
                                  const std::filesystem::path& folder) {
  ProviderSettings settings = plainSettings("recorded", ProviderKind::recorded);
  settings.folder = choice.replies.empty() ? (folder / "replies").string() : choice.replies;
  return settings;
}

Result<ProviderSettings> settingsOf(const ProviderChoice& choice,
                                    const std::filesystem::path& folder) {
  KW_ASSIGN(const AllSettings settings, settingsIn(choice));
  const auto own = std::ranges::find(settings, choice.provider, &ProviderSettings::name);
  if (own != settings.end()) return *own;
  if (choice.provider == "command" || (choice.provider.empty() && !choice.command.empty()))
    return commandSettings(choice);
  if (choice.provider == "recorded") return recordedSettings(choice, folder);
  if (choice.provider == "paste") return plainSettings("paste", ProviderKind::paste);
  if (std::ranges::count(presetNames(), choice.provider) > 0) return preset(choice.provider);
  return failInput(choice.provider.empty()
                       ? "which model is to be asked? --provider names it"
                       : "there is no provider called \"" + choice.provider + "\"",
                   {}, "there are: " + joined(namesOf(settings)));
}

}  // namespace

std::vector<std::string> builtInProviderNames() {
  std::vector<std::string> names{"command", "paste", "recorded"};
  names.insert(names.end(), presetNames().begin(), presetNames().end());
  return names;
}

Result<std::vector<std::string>> providerNames(const ProviderChoice& choice) {
  KW_ASSIGN(const AllSettings settings, settingsIn(choice));
  return namesOf(settings);
}

Result<ChosenProvider> chooseProvider(const ProviderChoice& choice,
                                      const std::filesystem::path& folder, KeySource& keys,
                                      AskForReply ask) {
  KW_ASSIGN(ProviderSettings settings, settingsOf(choice, folder));
  if (!choice.model.empty()) settings.dialect.model = choice.model;
  if (!choice.base.empty()) settings.base = choice.base;
  ChosenProvider chosen;
  chosen.name = settings.name;
  chosen.prices = settings.prices;
  chosen.budget = choice.budget;
  KW_ASSIGN(chosen.model, makeLanguageModel(settings, keys, std::move(ask)));
  if (!choice.record.empty())
    chosen.model =
        std::make_unique<RecordingModel>(std::move(chosen.model), choice.record, ReplyLabel::model);
  return chosen;
}

}  // namespace kw::language

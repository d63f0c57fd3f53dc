// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/provider_choice.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "base/files/files.h"
#include "base/process/child.h"
#include "base/text/trimmed.h"
#include "cli/questions.h"
#include "client/language_model/keyring.h"
#include "client/language_model/providers/make_language_model.h"
#include "client/language_model/providers/recorded_model.h"
#include "client/language_model/providers/stored_providers.h"

namespace kw::cli {

namespace {

using language::ProviderKind;
using language::ProviderSettings;

std::string knownNames(const std::vector<ProviderSettings>& settings) {
  std::string names = "command, paste, recorded";
  for (const ProviderSettings& one : settings)
    names += ", " + one.name;
  for (const std::string& name : language::presetNames())
    names += ", " + name;
  return names;
}

Result<std::vector<ProviderSettings>> settingsIn(const std::string& file) {
  if (file.empty()) return language::storedProviders();
  KW_ASSIGN(const std::string text, files::readText(file));
  return language::readProviders(text, file, std::filesystem::path(file).parent_path().string());
}

ProviderSettings plain(const char* name, ProviderKind kind) {
  ProviderSettings settings;
  settings.name = name;
  settings.kind = kind;
  return settings;
}

Result<ProviderSettings> commandSettings(const ProviderOptions& options) {
  ProviderSettings settings = plain("command", ProviderKind::command);
  KW_ASSIGN(settings.command, process::splitCommand(options.command));
  if (!settings.command.empty()) return settings;
  return failInput(
      "--provider command needs --command: a program that reads the prompt from its "
      "standard input and writes its reply",
      {}, "such as --command 'some-agent --print'");
}

ProviderSettings recordedSettings(const ProviderOptions& options, const LoadedProblem& problem) {
  ProviderSettings settings = plain("recorded", ProviderKind::recorded);
  settings.folder =
      options.replies.empty() ? (problem.folder / "replies").string() : options.replies;
  return settings;
}

Result<ProviderSettings> settingsOf(const ProviderOptions& options, const LoadedProblem& problem) {
  KW_ASSIGN(const std::vector<ProviderSettings> settings, settingsIn(options.settings));
  const auto own = std::ranges::find(settings, options.provider, &ProviderSettings::name);
  if (own != settings.end()) return *own;
  if (options.provider == "command" || (options.provider.empty() && !options.command.empty()))
    return commandSettings(options);
  if (options.provider == "recorded") return recordedSettings(options, problem);
  if (options.provider == "paste") return plain("paste", ProviderKind::paste);
  if (std::ranges::count(language::presetNames(), options.provider) > 0)
    return language::preset(options.provider);
  return failInput(options.provider.empty()
                       ? "which model is to be asked? --provider names it"
                       : "there is no provider called \"" + options.provider + "\"",
                   {}, "there are: " + knownNames(settings));
}

Status checkLimit(const char* option, const std::optional<uint64_t>& limit) {
  if (limit != uint64_t{0}) return {};
  return failInput(std::string(option) + " 0 leaves no room for any call", {}, "give 1 or more");
}

// A person carries the prompt to a model; an empty line followed by "." ends the reply.
language::AskForReply pasting(Context& context) {
  return [&context](const std::string& prompt, std::stop_token stop) -> Result<std::string> {
    if (!canAsk(context.output))
      return failInput("a reply can only be pasted at a terminal", {},
                       "use another provider, or `kwr propose` at a terminal without --json");
    context.output.say(prompt);
    context.output.notice("Paste the reply; a line with nothing but a full stop ends it:");
    std::string reply, line;
    while (!stop.stop_requested() && std::getline(std::cin, line) && trimmed(line) != ".")
      reply += line + "\n";
    if (stop.stop_requested() || trimmed(reply).empty()) return failCancelled();
    return reply;
  };
}

}  // namespace

void ProviderOptions::addTo(Arguments& arguments) {
  arguments.option("--provider", provider,
                   "who is asked: openai, openai-responses, anthropic, gemini, ollama, llama.cpp, "
                   "vllm, command, paste, recorded, or a name of --providers; keys come from the "
                   "environment or the desktop's keyring");
  arguments.option("--model", model, "the model's name, as the provider knows it");
  arguments.option("--base", base, "the server's address, such as http://127.0.0.1:8000/v1");
  arguments.option("--command", command, "of provider command: reads a prompt, writes a reply");
  arguments.option(
      "--providers", settings,
      "a file of providers (kernelwright-providers/1); without it, those of the window, in "
      "providers.json of the configuration folder");
  arguments.option("--replies", replies, "of provider recorded: the folder of its replies");
  arguments.option("--record", record, "keep all replies in this folder");
  arguments.option("--most-calls", mostCalls, "ask at most so often (1 or more)");
  arguments.option("--most-tokens", mostTokens, "spend at most so many tokens (1 or more)");
  arguments.option("--most-money", mostMoney, 0, 1e9, "spend at most so much, by known prices");
}

Result<ChosenProvider> chooseProvider(const ProviderOptions& options, const LoadedProblem& problem,
                                      Context& context) {
  KW_ASSIGN(ProviderSettings settings, settingsOf(options, problem));
  if (!options.model.empty()) settings.dialect.model = options.model;
  if (!options.base.empty()) settings.base = options.base;
  language::KeyringKeys keys(context.stop);
  ChosenProvider chosen;
  chosen.name = settings.name;
  chosen.prices = settings.prices;
  KW_ASSIGN(chosen.model, language::makeLanguageModel(settings, keys, pasting(context)));
  if (!options.record.empty())
    chosen.model = std::make_unique<language::RecordingModel>(
        std::move(chosen.model), options.record, language::ReplyLabel::model);
  KW_TRY(checkLimit("--most-calls", options.mostCalls));
  KW_TRY(checkLimit("--most-tokens", options.mostTokens));
  // More than a whole number of the other kind holds is without a limit.
  if (options.mostCalls && std::in_range<int64_t>(*options.mostCalls))
    chosen.budget.calls = static_cast<int64_t>(*options.mostCalls);
  if (options.mostTokens && std::in_range<int64_t>(*options.mostTokens))
    chosen.budget.tokens = static_cast<int64_t>(*options.mostTokens);
  chosen.budget.money = options.mostMoney;
  return chosen;
}

}  // namespace kw::cli

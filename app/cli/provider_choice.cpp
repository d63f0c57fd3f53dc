// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/provider_choice.h"

#include <iostream>
#include <utility>

#include "base/text/trimmed.h"
#include "cli/questions.h"
#include "client/language_model/keyring.h"

namespace kw::cli {

namespace {

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

Result<language::ChosenProvider> chooseProvider(const ProviderOptions& options,
                                                const LoadedProblem& problem, Context& context) {
  KW_TRY(checkLimit("--most-calls", options.mostCalls));
  KW_TRY(checkLimit("--most-tokens", options.mostTokens));
  language::ProviderChoice choice;
  choice.provider = options.provider;
  choice.model = options.model;
  choice.base = options.base;
  choice.command = options.command;
  choice.file = options.settings;
  choice.replies = options.replies;
  choice.record = options.record;
  // More than a whole number of the other kind holds is without a limit.
  if (options.mostCalls && std::in_range<int64_t>(*options.mostCalls))
    choice.budget.calls = static_cast<int64_t>(*options.mostCalls);
  if (options.mostTokens && std::in_range<int64_t>(*options.mostTokens))
    choice.budget.tokens = static_cast<int64_t>(*options.mostTokens);
  choice.budget.money = options.mostMoney;
  language::KeyringKeys keys(context.stop);
  return language::chooseProvider(choice, problem.folder, keys, pasting(context));
}

}  // namespace kw::cli

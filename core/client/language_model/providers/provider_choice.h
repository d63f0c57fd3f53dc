// SPDX-License-Identifier: GPL-3.0-or-later
// Which language model is asked, and how much it may spend, as somebody chose it: by options of a
// command or in a window.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "client/language_model/providers/make_language_model.h"
#include "client/language_model/spending.h"

namespace kw::language {

struct ProviderChoice {
  // One of the file of providers, a preset's name, or command, paste or recorded.
  // "": "command" where a command is given.
  std::string provider;
  std::string model, base;  // in place of what the provider's settings say; "": as they do
  std::string command;      // of provider "command": a command line
  std::string file;     // of providers (kernelwright-providers/1); "": those of storedProviders()
  std::string replies;  // of provider "recorded": a folder
  std::string record;   // a folder to keep all replies in; may be ""
  BudgetOfCalls budget;
};

struct ChosenProvider {
  std::string name;  // as it stands in the session
  std::unique_ptr<LanguageModel> model;
  Prices prices;
  BudgetOfCalls budget;
};

// All names that can be chosen: command, paste, recorded, those of the file, and the presets. The
// error is that of a file that cannot be read.
Result<std::vector<std::string>> providerNames(const ProviderChoice& choice);
// Those that come with the program.
std::vector<std::string> builtInProviderNames();

// Nothing is sent yet. `folder` is the problem's: the replies of provider "recorded" lie in its
// "replies" unless the choice says otherwise. `ask` is for provider "paste".
Result<ChosenProvider> chooseProvider(const ProviderChoice& choice,
                                      const std::filesystem::path& folder, KeySource& keys,
                                      AskForReply ask = {});

}  // namespace kw::language

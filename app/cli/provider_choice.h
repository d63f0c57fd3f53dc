// SPDX-License-Identifier: GPL-3.0-or-later
// Which language model a command asks, and how much it may spend.
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/common_options.h"
#include "client/language_model/providers/provider_choice.h"

namespace kw::cli {

struct ProviderOptions {
  std::string provider, model, base, command, settings, replies, record;
  std::optional<uint64_t> mostCalls, mostTokens;
  std::optional<double> mostMoney;
  void addTo(Arguments& arguments);
};

// A preset's name, one of the file of settings, or command, paste or recorded. Keys come from the
// environment. The replies of `recorded` lie in --replies, else in "replies" beside the problem.
Result<language::ChosenProvider> chooseProvider(const ProviderOptions& options,
                                                const LoadedProblem& problem, Context& context);

}  // namespace kw::cli

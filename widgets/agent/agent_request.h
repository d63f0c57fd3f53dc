// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody wants of the agent, as a panel asks for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "client/language_model/providers/provider_choice.h"

namespace kw {

struct AgentRequest {
  language::ProviderChoice provider;
  int rounds = 3;
  std::string budget = "24";     // of each search
  bool showsEachPrompt = false;  // before it is sent; else the first alone
  std::optional<int64_t> from;   // the round to branch from; unset: from what was gained last
};

}  // namespace kw

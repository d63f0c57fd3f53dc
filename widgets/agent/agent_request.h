// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody wants of the agent, as a panel asks for it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/agent/agent_run.h"
#include "client/language_model/providers/provider_choice.h"

namespace kw {

struct AgentRequest {
  language::ProviderChoice provider;  // with what its calls may cost
  int rounds = 3;
  std::string budget = "24";     // of each search
  bool showsEachPrompt = false;  // before it is sent; else the first alone
  bool isUnattended = false;     // nobody is asked about a proposal: what verifies is taken
  AgentRoles roles = AgentRoles::one;
  std::vector<std::string> notes;                 // folders besides ours
  std::optional<std::chrono::milliseconds> time;  // of the whole run
  std::optional<int64_t> from;  // the round to branch from; unset: from what was gained last
};

}  // namespace kw

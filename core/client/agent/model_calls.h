// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of a run: each within the budget, and in its round before anything is made of it.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "client/agent/agent_run.h"
#include "client/agent/rewrite_prompt.h"

namespace kw {

// What the parts of a run share.
struct AgentParts {
  const AgentOptions& options;
  language::LanguageModel& model;
  const language::Prices& prices;
  language::Spending& spending;
  Session& session;
  const AgentHooks& hooks;
  std::stop_token stop;

  void tell(const std::string& text) const {
    if (hooks.note) hooks.note(text);
  }
  // Stores the round, which then has an id, and tells it.
  void store(Round& round) const;
};

// The reply to the last call of a role, about which no fault was found (yet); nullptr where there
// is none.
ProposalCall* answered(Round& round, CallRole role);

// A prompt, gone on with after each reply of the round to it that had a fault, and how many had.
struct GoneOn {
  language::Request request;
  int faults = 0;
};
Result<GoneOn> afterFaults(language::Request request, CallRole role, const Round& round,
                           const std::filesystem::path& prompts);

// How a round ends that had no usable reply to the calls of this role.
void endUnfit(Round& round, CallRole role);

class ModelCalls {
 public:
  explicit ModelCalls(const AgentParts& parts) : m_parts(parts) {}

  // Asks, and adds the call with its reply to the round. A failed one is added with its fault.
  // Where the budget leaves no room, nothing is added, it is ErrorKind::cancelled, and
  // spentBudget() says so.
  Status ask(const language::Request& request, CallRole role, Round& round);

  // Asks for an analysis or a plan until a reply can be used, and gives it in words. "" where none
  // of as many as the options allow could, which the round then says and is ended by. A reply that
  // the round has already is not asked for anew.
  Result<std::string> words(CallRole role, const PromptFacts& facts, Round& round);

  // Whether the budget leaves room for this call; spentBudget() says which one does not.
  bool mayAsk(const language::Request& request);
  const std::string& spentBudget() const { return m_spentBudget; }

 private:
  Status showFirst(const language::Request& request);

  const AgentParts& m_parts;
  std::string m_spentBudget;
  bool m_hasAsked = false;
};

}  // namespace kw

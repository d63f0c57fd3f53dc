// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of a run: each within the budget, and in its round before anything is made of it.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "client/agent/agent_run.h"

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

class ModelCalls {
 public:
  explicit ModelCalls(const AgentParts& parts) : m_parts(parts) {}

  // Asks, and adds the call with its reply to the round. A failed one is added with its fault. Where
  // the budget leaves no room, nothing is added, it is ErrorKind::cancelled, and spentBudget() says
  // so.
  Status ask(const language::Request& request, Round& round);

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

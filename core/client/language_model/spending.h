// SPDX-License-Identifier: GPL-3.0-or-later
// What calls have cost, against what they may.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "client/language_model/language_model.h"

namespace kw::language {

// Per million tokens, in a currency that the settings name. Unset is unknown, which is not free.
struct Prices {
  std::optional<double> input;
  std::optional<double> output;
  std::optional<double> cachedInput;  // unset: as input
  bool known() const { return input && output; }
  // What a reply cost; 0 where prices are not known.
  double of(const Usage& usage) const;
};

// Unset is without a limit.
struct BudgetOfCalls {
  std::optional<int64_t> calls;
  std::optional<int64_t> tokens;  // input and output
  std::optional<double> money;
};

// Whether a budget can be kept at all: one of money needs known prices.
Status checkBudget(const BudgetOfCalls& budget, const Prices& prices);

struct Spent {
  int64_t calls = 0;  // with those that failed
  Usage usage;
  double money = 0;
  int64_t unpriced = 0;  // calls that `money` lacks, since their prices are not known
  // "3 calls, 12400 tokens (10000 in, 2400 out), 0.52 of money".
  std::string text() const;
};

// Safe to use from several threads.
class Spending {
 public:
  explicit Spending(BudgetOfCalls budget = {}, Spent spent = {})
      : m_budget(budget), m_spent(spent) {}

  // Before a call: refused where the budget is used up, where the prompt alone would go over it,
  // or where money is limited and the prices are not known. The error tells what is used.
  Status mayCall(const Request& request, const Prices& prices) const;
  // Which budget leaves no room for this call, such as "the budget of 3 calls is spent"; "" where
  // none does.
  std::string limitReached(const Request& request, const Prices& prices) const;
  // After a call; nullptr where it failed, which may have cost tokens that nobody tells.
  void add(const Reply* reply, const Prices& prices);

  Spent spent() const;
  const BudgetOfCalls& budget() const { return m_budget; }

 private:
  // The limit that leaves no room for the call.
  std::optional<std::string> fullLimit(const Request& request, const Prices& prices,
                                       const Spent& used) const;

  BudgetOfCalls m_budget;
  mutable std::mutex m_mutex;
  Spent m_spent;
};

// A call within a budget.
Result<Reply> completeWithin(Spending& spending, const Prices& prices, LanguageModel& model,
                             const Request& request, const Listener& listener,
                             std::stop_token stop);

}  // namespace kw::language

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/spending.h"

#include <array>
#include <cstdio>

#include "base/result/message.h"
#include "client/language_model/prompt_text.h"

namespace kw::language {

namespace {

constexpr double million = 1e6;

std::string moneyText(double money) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.4g", money);
  return text.data();
}

Unexpected<Error> overBudget(const std::string& limit, const Spent& spent) {
  return fail(
      "the budget of " + limit + " leaves no room for another call; used so far: " + spent.text(),
      "raise the budget to go on");
}

}  // namespace

double Prices::of(const Usage& usage) const {
  if (!known()) return 0;
  const double cached = static_cast<double>(usage.cached);
  const double fresh = static_cast<double>(usage.input) - cached;
  return (fresh * *input + cached * cachedInput.value_or(*input) +
          static_cast<double>(usage.output) * *output) /
         million;
}

std::string Spent::text() const {
  std::string text = counted(calls, "call") + ", " + counted(usage.input + usage.output, "token") +
                     " (" + std::to_string(usage.input) + " in, " + std::to_string(usage.output) +
                     " out)";
  if (unpriced == 0 || money > 0) text += ", " + moneyText(money) + " of money";
  if (unpriced > 0) text += ", " + counted(unpriced, "call") + " of unknown price";
  return text;
}

Status checkBudget(const BudgetOfCalls& budget, const Prices& prices) {
  if (!budget.money || prices.known()) return {};
  return failInput("a budget of money was given, but the provider's prices are not known", {},
                   "give its prices in the settings, or limit calls or tokens instead");
}

std::optional<std::string> Spending::fullLimit(const Request& request, const Prices& prices,
                                               const Spent& used) const {
  if (m_budget.calls && used.calls >= *m_budget.calls) return counted(*m_budget.calls, "call");
  const int64_t prompt = generousTokens(request);
  if (m_budget.tokens && used.usage.input + used.usage.output + prompt > *m_budget.tokens)
    return counted(*m_budget.tokens, "token");
  if (m_budget.money && used.money + prices.of(Usage{prompt, 0, 0, 0}) > *m_budget.money)
    return moneyText(*m_budget.money) + " of money";
  return std::nullopt;
}

Status Spending::mayCall(const Request& request, const Prices& prices) const {
  const Spent used = spent();
  if (const auto limit = fullLimit(request, prices, used)) return overBudget(*limit, used);
  return checkBudget(m_budget, prices);
}

std::string Spending::limitReached(const Request& request, const Prices& prices) const {
  const auto limit = fullLimit(request, prices, spent());
  return limit ? "the budget of " + *limit + " is spent" : std::string();
}

void Spending::add(const Reply* reply, const Prices& prices) {
  const std::scoped_lock lock(m_mutex);
  ++m_spent.calls;
  if (!reply || !prices.known()) ++m_spent.unpriced;
  if (!reply) return;
  m_spent.usage.input += reply->usage.input;
  m_spent.usage.output += reply->usage.output;
  m_spent.usage.cached += reply->usage.cached;
  m_spent.usage.reasoning += reply->usage.reasoning;
  m_spent.money += prices.of(reply->usage);
}

Spent Spending::spent() const {
  const std::scoped_lock lock(m_mutex);
  return m_spent;
}

Result<Reply> completeWithin(Spending& spending, const Prices& prices, LanguageModel& model,
                             const Request& request, const Listener& listener,
                             std::stop_token stop) {
  KW_TRY(spending.mayCall(request, prices));
  Result<Reply> reply = model.complete(request, listener, std::move(stop));
  spending.add(reply ? &*reply : nullptr, prices);
  return reply;
}

}  // namespace kw::language

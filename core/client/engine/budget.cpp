// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>
#include <string_view>

#include "client/engine/engine.h"

namespace kw {
namespace {

struct Unit {
  std::string_view name;
  int64_t milliseconds;
};
constexpr std::array<Unit, 4> units{{{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}}};

constexpr int64_t longestMilliseconds = int64_t{1000} * 24 * 3'600'000;

Unexpected<Error> failBudget(const std::string& text) {
  return failInput("'" + text + "' is no budget", Place{},
                   "give a number of candidates (24) or a time (500ms, 60s, 5m, 2h)");
}

}  // namespace

Result<Budget> Budget::parse(const std::string& text) {
  int64_t amount = 0;
  const char* end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, amount);
  if (fault != std::errc() || amount <= 0) return failBudget(text);
  const std::string_view suffix(rest, static_cast<size_t>(end - rest));
  Budget budget;
  if (suffix.empty()) {
    budget.evaluations = static_cast<size_t>(amount);
    return budget;
  }
  for (const Unit& unit : units) {
    if (suffix != unit.name) continue;
    if (amount > longestMilliseconds / unit.milliseconds)
      return failInput("a budget of " + text + " is longer than 1000 days");
    budget.time = std::chrono::milliseconds(amount * unit.milliseconds);
    return budget;
  }
  return failBudget(text);
}

std::string Budget::text() const {
  std::string result;
  if (evaluations) result = std::to_string(*evaluations);
  if (!time) return result;
  if (!result.empty()) result += " or ";
  const int64_t count = time->count();
  if (count % 1000 != 0) return result + std::to_string(count) + "ms";
  return result + std::to_string(count / 1000) + "s";
}

}  // namespace kw

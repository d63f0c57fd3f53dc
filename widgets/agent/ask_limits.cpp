// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/agent/ask_limits.h"

#include <QLocale>
#include <charconv>
#include <cmath>

#include "model/formats/wording.h"

namespace kw {

namespace {

constexpr double mostMoney = 1e9;

Unexpected<Error> noRoom(const std::string& name) {
  return failInput(name + ": 0 leaves no room for any call", {},
                   "give more, or leave it empty for no limit");
}

}  // namespace

Result<std::optional<int64_t>> readCountLimit(const std::string& name, const std::string& text,
                                              int64_t most) {
  if (text.empty()) return std::nullopt;
  int64_t count = 0;
  const char* end = text.data() + text.size();
  const auto [rest, fault] = std::from_chars(text.data(), end, count);
  if (rest != end || fault == std::errc::invalid_argument || count < 0)
    return failInput(name + ": \"" + text + "\" is no whole number", {},
                     "such as 20, in digits alone; empty: no limit");
  if (fault != std::errc() || count > most)
    return failInput(name + ": " + text + " is more than can be limited", {},
                     "give at most " + numberText(static_cast<double>(most)) +
                         ", or leave it empty for no limit");
  if (count == 0) return noRoom(name);
  return count;
}

Result<std::optional<double>> readMoneyLimit(const std::string& name, const std::string& text) {
  if (text.empty()) return std::nullopt;
  bool isNumber = false;
  const double money = QLocale::c().toDouble(QString::fromStdString(text), &isNumber);
  if (!isNumber || !std::isfinite(money) || money < 0 || money > mostMoney)
    return failInput(name + ": \"" + text + "\" is no amount", {},
                     "such as 5 or 0.50, at most a billion; empty: no limit");
  if (money == 0) return noRoom(name);
  return money;
}

}  // namespace kw

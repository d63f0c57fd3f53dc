// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/wire/duration_text.h"

#include <charconv>
#include <cmath>

#include "base/text/trimmed.h"

namespace kw::language {

namespace {

// Seconds of a unit; 0 for none of them.
double secondsOf(std::string_view unit) {
  if (unit == "h") return 3600;
  if (unit == "m") return 60;
  if (unit.empty() || unit == "s") return 1;
  if (unit == "ms") return 1e-3;
  return 0;
}

}  // namespace

std::optional<std::chrono::milliseconds> durationOf(std::string_view text) {
  constexpr double longest = 366.0 * 24 * 3600;
  constexpr std::string_view digits = "0123456789.";
  text = trimmed(text, " \t\r\n");
  if (text.empty()) return std::nullopt;
  double seconds = 0;
  while (!text.empty()) {
    const std::string_view number = text.substr(0, text.find_first_not_of(digits));
    text.remove_prefix(number.size());
    const std::string_view unit = text.substr(0, text.find_first_of(digits));
    text.remove_prefix(unit.size());
    double value = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
    if (read.ec != std::errc() || read.ptr != number.data() + number.size()) return std::nullopt;
    if (secondsOf(unit) == 0) return std::nullopt;
    seconds += value * secondsOf(unit);
  }
  if (!(seconds >= 0 && seconds <= longest)) return std::nullopt;
  return std::chrono::milliseconds(static_cast<int64_t>(std::ceil(seconds * 1000)));
}

}  // namespace kw::language

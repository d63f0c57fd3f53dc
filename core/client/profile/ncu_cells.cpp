// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/profile/ncu_cells.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace kw {

namespace {

// Ratios to a peak may be somewhat above 100, never so much.
constexpr double mostPercent = 1000;

// Without the commas between thousands; nothing for words.
std::optional<double> numberIn(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (text.empty() || fault != std::errc() || stop != end) return std::nullopt;
  return value;
}

// Whether commas stand between thousands alone: "1,234.5", not "1234,5", "0,125" or "1.234,5".
bool groupsThousands(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::string_view whole = text.substr(0, text.find('.'));
  if (text.substr(whole.size()).find(',') != std::string_view::npos) return false;
  size_t comma = whole.find(',');
  if (comma == std::string_view::npos) return true;
  if (comma == 0 || comma > 3 || whole.starts_with('0')) return false;
  while (comma != std::string_view::npos) {
    const size_t next = whole.find(',', comma + 1);
    if (std::min(next, whole.size()) - comma != 4) return false;
    comma = next;
  }
  return true;
}

// Of digits, commas and points, such as "1.234,5".
bool looksLikeNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("-0123456789.,") == std::string_view::npos;
}

// What a value in ncu's unit is multiplied with for the catalogue's; nothing where it is not known.
std::optional<double> scaleOf(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, double>, 8> times{{{"ns", 1},
                                                                      {"nsecond", 1},
                                                                      {"us", 1e3},
                                                                      {"usecond", 1e3},
                                                                      {"ms", 1e6},
                                                                      {"msecond", 1e6},
                                                                      {"s", 1e9},
                                                                      {"second", 1e9}}};
  constexpr std::array<std::string_view, 19> plain{
      "",        "%",        "byte",  "inst",      "cycle",  "sector", "request",
      "warp",    "thread",   "block", "branches",  "branch", "hz",     "Hz",
      "cluster", "register", "SM",    "wavefront", "op"};
  constexpr std::array<std::pair<char, double>, 4> prefixes{
      {{'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}}};
  for (const auto& [name, scale] : times)
    if (name == unit) return scale;
  unit = unit.substr(0, unit.find('/'));  // "Kbyte/cycle"
  const auto isPlain = [&](std::string_view word) {
    return std::ranges::find(plain, word) != plain.end();
  };
  if (isPlain(unit)) return 1;
  for (const auto& [letter, scale] : prefixes)
    if (unit.starts_with(letter) && unit.size() > 1 && isPlain(unit.substr(1))) return scale;
  return std::nullopt;
}

}  // namespace

Result<std::optional<double>> valueOf(const NcuFigure& figure,
                                      std::map<std::string, size_t>& unknownUnits) {
  const std::optional<double> number = numberIn(figure.text);
  if (looksLikeNumber(figure.text) && !groupsThousands(figure.text))
    return failInput("expected a number with a decimal point for " + figure.name + ", found \"" +
                         figure.text + "\"",
                     figure.at, "write it in the language \"C\": LC_ALL=C ncu --import …");
  if (!number) return std::optional<double>();
  const std::optional<double> scale = scaleOf(figure.unit);
  if (!scale) {
    ++unknownUnits[figure.unit];
    return std::optional<double>();
  }
  if (figure.unit == "%" && (*number < 0 || *number > mostPercent))
    return failInput("expected a percentage from 0 to 1000 for " + figure.name + ", found \"" +
                         figure.text + "\"",
                     figure.at, "a comma stands between thousands alone; write it with LC_ALL=C");
  return std::optional<double>(*number * *scale);
}

}  // namespace kw

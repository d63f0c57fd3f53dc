// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recordings/csv_columns.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "model/recordings/row_content.h"

namespace kw::recordings {

namespace {

struct Word {
  std::string_view text;
  CsvMeaning meaning;
};

constexpr std::array words{
    Word{"time", CsvMeaning::time},
    Word{"runtime", CsvMeaning::time},
    Word{"duration", CsvMeaning::time},
    Word{"kernel_time", CsvMeaning::time},
    Word{"execution_time", CsvMeaning::time},
    Word{"computation_duration", CsvMeaning::time},
    Word{"total_duration", CsvMeaning::time},
    Word{"times", CsvMeaning::samples},
    Word{"samples", CsvMeaning::samples},
    Word{"runtimes", CsvMeaning::samples},
    Word{"compile", CsvMeaning::compile},
    Word{"compile_time", CsvMeaning::compile},
    Word{"compilation", CsvMeaning::compile},
    Word{"compilation_time", CsvMeaning::compile},
    Word{"benchmark", CsvMeaning::benchmark},
    Word{"benchmark_time", CsvMeaning::benchmark},
    Word{"framework", CsvMeaning::framework},
    Word{"framework_time", CsvMeaning::framework},
    Word{"strategy", CsvMeaning::search},
    Word{"strategy_time", CsvMeaning::search},
    Word{"search", CsvMeaning::search},
    Word{"search_time", CsvMeaning::search},
    Word{"verification", CsvMeaning::validation},
    Word{"verification_time", CsvMeaning::validation},
    Word{"validation", CsvMeaning::validation},
    Word{"validation_time", CsvMeaning::validation},
};

// Without a unit.
constexpr std::array plainWords{
    Word{"timestamp", CsvMeaning::timestamp},
    Word{"verdict", CsvMeaning::verdict},
    Word{"status", CsvMeaning::verdict},
    Word{"invalidity", CsvMeaning::verdict},
    Word{"correct", CsvMeaning::verdict},
    Word{"correctness", CsvMeaning::verdict},
    Word{"is_correct", CsvMeaning::verdict},
    Word{"valid", CsvMeaning::verdict},
    Word{"is_valid", CsvMeaning::verdict},
    Word{"passed", CsvMeaning::verdict},
    Word{"failure", CsvMeaning::failure},
    Word{"error", CsvMeaning::failure},
    Word{"milliseconds", CsvMeaning::time},
    Word{"microseconds", CsvMeaning::time},
    Word{"nanoseconds", CsvMeaning::time},
    Word{"seconds", CsvMeaning::time},
    Word{"ms", CsvMeaning::time},
};

template <class Words>
std::optional<CsvMeaning> find(const Words& among, std::string_view text) {
  const auto found = std::ranges::find(among, text, &Word::text);
  if (found == among.end()) return std::nullopt;
  return found->meaning;
}

// "Duration (us)" becomes "duration_us".
std::string normalised(std::string_view name) {
  std::string text;
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool isGap = c == ' ' || c == '-' || c == '(' || c == '[' || c == '_' || c == '/';
    if (c == ')' || c == ']') continue;
    if (!isGap)
      text += c;
    else if (!text.empty() && text.back() != '_')
      text += '_';
  }
  return text;
}

CsvColumn columnOf(const std::string& name) {
  if (name.starts_with(csvParameterPrefix))
    return {CsvMeaning::parameter, name.substr(csvParameterPrefix.size())};
  if (name.starts_with(csvMetricPrefix))
    return {CsvMeaning::metric, name.substr(csvMetricPrefix.size())};
  if (name.empty()) return {};
  const std::string word = normalised(name);
  if (const auto meaning = find(plainWords, word)) {
    const auto unit = millisecondsPer(word);
    return {*meaning, name, unit.value_or(1), unit.has_value()};
  }
  if (const auto meaning = find(words, word)) return {*meaning, name};
  const size_t last = word.rfind('_');
  if (last != std::string::npos) {
    const auto unit = millisecondsPer(std::string_view(word).substr(last + 1));
    const auto meaning = find(words, std::string_view(word).substr(0, last));
    if (unit && meaning) return {*meaning, name, *unit, true};
  }
  return {CsvMeaning::parameter, name};  // settled once the place of the time is known
}

template <class Number>
std::optional<Number> whole(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size())
    return std::nullopt;
  return number;
}

}  // namespace

std::vector<CsvColumn> csvColumns(const std::vector<std::string>& header) {
  std::vector<CsvColumn> columns;
  size_t time = header.size();
  for (size_t i = 0; i < header.size(); ++i) {
    CsvColumn column = columnOf(header[i]);
    if (column.meaning == CsvMeaning::time) {
      // A second time is a further number.
      if (time < header.size()) column.meaning = CsvMeaning::metric;
      time = std::min(time, i);
    }
    columns.push_back(std::move(column));
  }
  const auto isOpen = [&](size_t i) {
    return columns[i].meaning == CsvMeaning::parameter &&
           !header[i].starts_with(csvParameterPrefix);
  };
  bool hasLeft = false;
  for (size_t i = 0; i < time; ++i)
    hasLeft = hasLeft || columns[i].meaning == CsvMeaning::parameter;
  for (size_t i = time; hasLeft && i < header.size(); ++i)
    if (isOpen(i)) columns[i].meaning = CsvMeaning::metric;
  return columns;
}

std::optional<double> csvNumber(std::string_view cell, bool decimalComma) {
  std::string text(cell);
  if (decimalComma && std::ranges::count(text, ',') == 1 && text.find('.') == std::string::npos)
    std::ranges::replace(text, ',', '.');
  return whole<double>(text);
}

ParameterValue csvValue(const std::string& cell, bool decimalComma) {
  if (const auto integer = whole<int64_t>(cell)) return *integer;
  if (cell == "true" || cell == "True" || cell == "TRUE") return true;
  if (cell == "false" || cell == "False" || cell == "FALSE") return false;
  const bool startsLikeNumber = cell.find_first_of("0123456789") < 3;
  if (startsLikeNumber)  // not the words "inf" and "nan"
    if (const auto real = csvNumber(cell, decimalComma)) return *real;
  const bool isQuoted = cell.size() >= 2 && cell.front() == '\'' && cell.back() == '\'';
  return isQuoted ? cell.substr(1, cell.size() - 2) : cell;
}

std::string csvText(const ParameterValue& value) {
  const std::string* text = std::get_if<std::string>(&value);
  if (!text) return expression::toText(value);
  return csvValue(*text, true) == value && !text->empty() ? *text : "'" + *text + "'";
}

}  // namespace kw::recordings

// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/space/value_text.h"

#include <algorithm>

#include "base/text/trimmed.h"
#include "model/space/names.h"

namespace kw::view {

namespace {

bool isBareWord(std::string_view text) {
  return isIdentifier(text) && !isReservedName(text);
}

// The comma that ends the part beginning at `begin`, or the end; commas in quotes and brackets do
// not count.
size_t partEnd(std::string_view text, size_t begin) {
  char quote = 0;
  int depth = 0;
  for (size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (quote) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (c == ',' && depth <= 0) {
      return i;
    }
  }
  return text.size();
}

Place columnAt(std::string_view text, std::string_view part) {
  return Place{.column = static_cast<int>(part.data() - text.data()) + 1};
}

Result<ParameterValue> readValue(std::string_view part, const Place& place) {
  if (isBareWord(part)) return ParameterValue(std::string(part));
  const auto parsed = expression::Expression::parse(part);
  if (!parsed)
    return failInput("\"" + std::string(part) + "\" is no value: " + parsed.error().message, place,
                     "write a number, true, false, a word, or a text in quotes");
  auto value = parsed->evaluate([](std::string_view) { return std::nullopt; });
  if (!value)
    return failInput("\"" + std::string(part) + "\" is no constant: " + value.error().message,
                     place, "put a text that is no number in quotes");
  return *std::move(value);
}

bool alike(const ParameterValue& a, const ParameterValue& b) {
  return expression::equal(a, b) || expression::toPlainText(a) == expression::toPlainText(b);
}

}  // namespace

std::string valueText(const ParameterValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text && isBareWord(*text) ? *text : expression::toText(value);
}

std::string valuesText(const std::vector<ParameterValue>& values) {
  std::string all;
  for (const ParameterValue& value : values)
    all += (all.empty() ? "" : ", ") + valueText(value);
  return all;
}

Result<std::vector<ParameterValue>> readValues(std::string_view text) {
  std::vector<ParameterValue> values;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = partEnd(text, begin);
    const std::string_view part = trimmed(text.substr(begin, end - begin));
    const bool isLast = end == text.size();
    begin = end + 1;
    if (part.empty()) {
      if (isLast && !values.empty()) break;  // a comma at the end
      return failInput(values.empty() && isLast ? "a parameter needs at least one value"
                                                : "a value is missing between two commas",
                       Place{.column = static_cast<int>(end) + 1},
                       "separate values with commas: 64, 128, 256");
    }
    const Place place = columnAt(text, part);
    KW_ASSIGN(ParameterValue value, readValue(part, place));
    if (std::any_of(values.begin(), values.end(), [&](const auto& v) { return alike(v, value); }))
      return failInput("the value " + valueText(value) + " is given twice", place);
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace kw::view

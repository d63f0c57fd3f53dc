// SPDX-License-Identifier: GPL-3.0-or-later
// "BLOCK=256,VEC=4" to a configuration of a space.
#include <map>

#include "base/text/trimmed.h"
#include "model/space/names.h"
#include "model/space/space_file.h"

namespace kw {

namespace {

// Parts between commas that are in no quotes.
std::vector<std::string_view> parts(std::string_view text) {
  std::vector<std::string_view> all;
  char quote = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (quote && i < text.size()) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == ',') {
      all.push_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  if (begin <= text.size() && quote) all.push_back(trimmed(text.substr(begin)));
  return all;
}

const ParameterValue* matching(const Parameter& parameter, std::string_view text) {
  for (const ParameterValue& value : parameter.values)
    if (text == expression::toPlainText(value) || text == expression::toText(value)) return &value;
  const auto parsed = expression::Expression::parse(text);
  if (!parsed || !parsed->isConstant()) return nullptr;
  const auto constant = parsed->evaluate([](std::string_view) { return std::nullopt; });
  if (!constant) return nullptr;
  for (const ParameterValue& value : parameter.values)
    if (expression::equal(value, *constant)) return &value;
  return nullptr;
}

std::string listed(const Parameter& parameter) {
  constexpr size_t most = 12;
  std::string all;
  for (size_t i = 0; i < parameter.values.size() && i < most; ++i)
    all += (i ? ", " : "") + expression::toText(parameter.values[i]);
  if (parameter.values.size() > most) all += ", …";
  return all;
}

std::vector<std::string> namesOf(const Space& space) {
  std::vector<std::string> names;
  for (const Parameter& parameter : space.parameters)
    names.push_back(parameter.name);
  return names;
}

struct Reading {
  const Space& space;
  std::map<std::string, ParameterValue, std::less<>> given;
  std::vector<Error> faults;

  void fault(std::string message, std::string advice = {}) {
    faults.push_back(Error{ErrorKind::badInput, std::move(message), {}, std::move(advice)});
  }

  void read(std::string_view part) {
    const size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      fault("expected NAME=VALUE, found \"" + std::string(part) + "\"");
      return;
    }
    const std::string name(trimmed(part.substr(0, equals)));
    const Parameter* parameter = space.find(name);
    if (!parameter) {
      fault("\"" + name + "\" is no parameter of the space", suggestion(name, namesOf(space)));
      return;
    }
    const std::string_view text = trimmed(part.substr(equals + 1));
    const ParameterValue* value = matching(*parameter, text);
    if (!value)
      fault("\"" + std::string(text) + "\" is no value of " + name,
            "it takes " + listed(*parameter));
    if (!given.emplace(name, value ? *value : ParameterValue()).second)
      fault(name + " is given twice");
  }
};

}  // namespace

Result<Configuration> readConfiguration(std::string_view text, const Space& space) {
  Reading reading{space, {}, {}};
  if (!trimmed(text).empty())
    for (const std::string_view part : parts(text))
      reading.read(part);
  std::vector<std::pair<std::string, ParameterValue>> values;
  for (const Parameter& parameter : space.parameters) {
    const auto found = reading.given.find(parameter.name);
    if (found == reading.given.end())
      reading.fault(parameter.name + " is not given", "it takes " + listed(parameter));
    else
      values.emplace_back(parameter.name, found->second);
  }
  if (!reading.faults.empty()) return fail(joined(std::move(reading.faults)));
  return Configuration(std::move(values));
}

}  // namespace kw

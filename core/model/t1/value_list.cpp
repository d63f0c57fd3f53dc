// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/t1/value_list.h"

#include <iterator>
#include <string>
#include <utility>

#include "base/result/message.h"
#include "base/text/trimmed.h"
#include "model/space/names.h"
#include "model/t1/python_parts.h"

namespace kw {

namespace {

using expression::Expression;
using Values = std::vector<ParameterValue>;

constexpr int deepest = 20;

Unexpected<Error> notUnderstood(std::string_view part) {
  return failInput("\"" + shortened(part) + "\" is no list that is understood", Place{},
                   "lists, range(…), list(range(…)), [… for … in …] and their sums with + are");
}

Unexpected<Error> tooMany() {
  return failInput("there are more than " + std::to_string(mostListedValues) + " values");
}

expression::Lookup onlyName(std::string_view name, const ParameterValue& value) {
  return [name, &value](std::string_view wanted) -> std::optional<ParameterValue> {
    if (wanted != name) return std::nullopt;
    return value;
  };
}

std::optional<ParameterValue> noNames(std::string_view) {
  return std::nullopt;
}

Result<ParameterValue> constant(std::string_view text) {
  KW_ASSIGN(const Expression parsed, Expression::parse(text));
  return parsed.evaluate(noNames);
}

Result<int64_t> integer(std::string_view text) {
  KW_ASSIGN(const Expression parsed, Expression::parse(text));
  return parsed.evaluateInteger(noNames);
}

// As Python's range: the end is not included.
Result<Values> rangeOf(std::string_view inside) {
  const auto parts = t1::splitOutside(inside, ',');
  if (!parts || inside.empty() || parts->size() > 3)
    return failInput("range takes 1 to 3 numbers, found \"" + shortened(inside) + "\"");
  std::vector<int64_t> bounds;
  for (const std::string_view part : *parts) {
    KW_ASSIGN(bounds.emplace_back(), integer(part));
  }
  if (bounds.size() == 1) bounds.insert(bounds.begin(), 0);
  const int64_t step = bounds.size() == 3 ? bounds[2] : 1;
  if (step == 0) return failInput("the step of a range is 0");
  Values values;
  for (int64_t i = bounds[0]; step > 0 ? i < bounds[1] : i > bounds[1];) {
    if (values.size() == mostListedValues) return tooMany();
    values.emplace_back(i);
    if (__builtin_add_overflow(i, step, &i)) break;
  }
  return values;
}

class ListReader {
 public:
  Result<Values> list(std::string_view text) {
    if (++m_depth > deepest) return failInput("the lists are nested too deep");
    KW_ASSIGN(Values values, sum(trimmed(text)));
    --m_depth;
    return values;
  }

 private:
  Result<Values> sum(std::string_view text) {
    const auto terms = t1::splitOutside(text, '+');
    if (!terms) return failInput("brackets or quotes of \"" + shortened(text) + "\" do not match");
    if (terms->size() == 1) return term(text);
    Values all;
    for (const std::string_view part : *terms) {
      KW_ASSIGN(Values more, list(part));
      KW_TRY(append(all, std::move(more)));
    }
    return all;
  }

  Result<Values> term(std::string_view text) {
    if (const auto inside = t1::insideCall(text, "range", '(')) return rangeOf(*inside);
    for (const char* call : {"list", "tuple"})
      if (const auto inside = t1::insideCall(text, call, '(')) return list(*inside);
    if (const auto inside = t1::insideCall(text, "", '[')) return elements(*inside);
    // (1, 2) is a tuple, (LIST) is the list.
    if (const auto inside = t1::insideCall(text, "", '(')) {
      const auto parts = t1::splitOutside(*inside, ',');
      return parts && parts->size() > 1 ? elements(*inside) : list(*inside);
    }
    return notUnderstood(text);
  }

  Result<Values> elements(std::string_view inside) {
    if (inside.empty()) return Values();
    if (const auto comprehension = t1::splitAtWord(inside, "for"))
      return filled(comprehension->first, comprehension->second);
    const auto parts = t1::splitOutside(inside, ',');
    if (!parts) return notUnderstood(inside);
    Values values;
    for (size_t i = 0; i < parts->size(); ++i) {
      const std::string_view part = (*parts)[i];
      if (part.empty() && i + 1 == parts->size()) break;  // a comma at the end
      if (part.starts_with('*')) {
        KW_ASSIGN(Values more, list(part.substr(1)));
        KW_TRY(append(values, std::move(more)));
        continue;
      }
      KW_ASSIGN(ParameterValue value, constant(part));
      KW_TRY(append(values, {std::move(value)}));
    }
    return values;
  }

  // [element for NAME in LIST if CONDITION]
  Result<Values> filled(std::string_view element, std::string_view rest) {
    const auto parts = t1::splitAtWord(rest, "in");
    if (!parts || !isIdentifier(parts->first)) return notUnderstood(rest);
    if (t1::splitAtWord(parts->second, "for"))
      return failInput("a list with two \"for\" is not understood", Place{},
                       "write the values out");
    const std::string_view name = parts->first;
    const auto filter = t1::splitAtWord(parts->second, "if");
    KW_ASSIGN(const Values source, list(filter ? filter->first : parts->second));
    KW_ASSIGN(const Expression value, Expression::parse(element));
    KW_ASSIGN(const Expression condition, filter ? Expression::parse(filter->second)
                                                 : Result<Expression>(Expression::constant(true)));
    Values values;
    for (const ParameterValue& one : source) {
      const expression::Lookup lookup = onlyName(name, one);
      KW_ASSIGN(const bool isTaken, condition.evaluateBool(lookup));
      if (!isTaken) continue;
      KW_ASSIGN(values.emplace_back(), value.evaluate(lookup));
    }
    return values;
  }

  static Status append(Values& all, Values more) {
    if (all.size() + more.size() > mostListedValues) return tooMany();
    std::move(more.begin(), more.end(), std::back_inserter(all));
    return {};
  }

  int m_depth = 0;
};

}  // namespace

Result<std::vector<ParameterValue>> readValueList(std::string_view text) {
  return ListReader().list(text);
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json/reader.h"

#include <algorithm>
#include <cmath>

#include "base/json/text.h"

namespace kw::json {

namespace {

const Array noElements;

// "a string, "abc"": what was found, for messages.
std::string found(const Value& value) {
  constexpr size_t longest = 40;
  std::string text(value.kindName());
  if (value.isNull() || value.isArray() || value.isObject()) return text;
  const std::string content = writeLine(value);
  return content.size() > longest ? text : text + ", " + content;
}

std::string mustBe(std::string_view wanted, const Value& value) {
  return "expected " + std::string(wanted) + ", found " + found(value);
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += "\"" + words[i] + "\"";
  }
  return text;
}

std::string rangeText(int64_t least, int64_t most) {
  std::string text = "an integer";
  if (least != INT64_MIN) text += " of at least " + std::to_string(least);
  if (most != INT64_MAX)
    text += (least == INT64_MIN ? " of at most " : " and at most ") + std::to_string(most);
  return text;
}

std::optional<int64_t> integerIn(const Value& value) {
  if (value.isInteger()) return value.asInteger();
  const double real = value.asReal(0.5);
  if (!value.isReal() || std::trunc(real) != real || std::fabs(real) > 0x1p53) return std::nullopt;
  return value.asInteger();
}

}  // namespace

void Faults::add(const Value& at, std::string keyPath, std::string message, std::string advice) {
  Place place{m_file, at.line(), at.column(), std::move(keyPath)};
  m_errors.push_back(
      Error{ErrorKind::badInput, std::move(message), std::move(place), std::move(advice)});
}

Error Faults::take() {
  return joined(std::move(m_errors));
}

ObjectReader::ObjectReader(const Value& value, std::string keyPath, Faults& faults)
    : m_value(&value), m_path(std::move(keyPath)), m_faults(faults) {
  constexpr size_t usualKeys = 16;
  m_known.reserve(usualKeys);
  if (!value.isObject()) m_faults.add(value, m_path, mustBe("an object", value));
}

std::string ObjectReader::path(std::string_view key) const {
  return m_path.empty() ? std::string(key) : m_path + "." + std::string(key);
}

void ObjectReader::fault(std::string_view key, std::string message, std::string advice) {
  const Value* member = m_value->find(key);
  m_faults.add(member ? *member : *m_value, path(key), std::move(message), std::move(advice));
}

const Value* ObjectReader::raw(std::string_view key) {
  m_known.emplace_back(key);
  return m_value->find(key);
}

bool ObjectReader::has(std::string_view key) {
  return raw(key) != nullptr;
}

const Value* ObjectReader::required(std::string_view key) {
  const Value* member = raw(key);
  if (!member && m_value->isObject()) fault(key, "\"" + std::string(key) + "\" is missing");
  return member;
}

// In the readers below, the required form differs from the optional one only in the fault for an
// absent key.
std::string ObjectReader::string(std::string_view key) {
  return required(key) ? optionalString(key) : std::string();
}

std::string ObjectReader::optionalString(std::string_view key, std::string fallback) {
  const Value* member = raw(key);
  if (!member) return fallback;
  if (member->isString()) return member->asString();
  fault(key, mustBe("a string", *member));
  return fallback;
}

int64_t ObjectReader::integer(std::string_view key, int64_t least, int64_t most) {
  const int64_t fallback = std::clamp(int64_t{0}, least, most);
  return required(key) ? optionalInteger(key, fallback, least, most) : fallback;
}

int64_t ObjectReader::optionalInteger(std::string_view key, int64_t fallback, int64_t least,
                                      int64_t most) {
  const Value* member = raw(key);
  if (!member) return fallback;
  const std::optional<int64_t> value = integerIn(*member);
  if (value && *value >= least && *value <= most) return *value;
  fault(key, mustBe(rangeText(least, most), *member));
  return fallback;
}

double ObjectReader::real(std::string_view key) {
  return required(key) ? optionalReal(key, 0) : 0;
}

double ObjectReader::optionalReal(std::string_view key, double fallback) {
  const Value* member = raw(key);
  if (!member) return fallback;
  if (member->isNumber()) return member->asReal();
  fault(key, mustBe("a number", *member));
  return fallback;
}

bool ObjectReader::optionalBool(std::string_view key, bool fallback) {
  const Value* member = raw(key);
  if (!member) return fallback;
  if (member->isBool()) return member->asBool();
  fault(key, mustBe("true or false", *member));
  return fallback;
}

const Array& ObjectReader::array(std::string_view key) {
  return required(key) ? optionalArray(key) : noElements;
}

const Array& ObjectReader::optionalArray(std::string_view key) {
  const Value* member = raw(key);
  if (!member) return noElements;
  if (!member->isArray()) fault(key, mustBe("an array", *member));
  return member->asArray();
}

std::vector<std::string> ObjectReader::optionalStrings(std::string_view key) {
  std::vector<std::string> strings;
  const Array& items = optionalArray(key);
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].isString())
      strings.push_back(items[i].asString());
    else
      m_faults.add(items[i], path(key) + "[" + std::to_string(i) + "]",
                   mustBe("a string", items[i]));
  }
  return strings;
}

std::string ObjectReader::oneOf(std::string_view key, const std::vector<std::string>& allowed,
                                const std::optional<std::string>& fallback) {
  const Value* member = fallback ? raw(key) : required(key);
  std::string otherwise = fallback.value_or(allowed.empty() ? std::string() : allowed.front());
  if (!member) return otherwise;
  const std::string& word = member->asString();
  if (member->isString() && std::find(allowed.begin(), allowed.end(), word) != allowed.end())
    return word;
  const std::string close = nearest(word, allowed);
  fault(key, mustBe(listed(allowed), *member),
        close.empty() ? std::string() : "did you mean \"" + close + "\"?");
  return otherwise;
}

void ObjectReader::finish() {
  for (const auto& [key, member] : m_value->asObject()) {
    if (std::find(m_known.begin(), m_known.end(), key) != m_known.end()) continue;
    const std::string close = nearest(key, m_known);
    m_faults.add(member, path(key), "the key \"" + key + "\" is unknown here",
                 close.empty() ? "remove it" : "did you mean \"" + close + "\"?");
  }
}

}  // namespace kw::json

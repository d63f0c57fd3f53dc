// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recordings/parameter_values.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kw::recordings {

namespace {

// The same for values that are equal, and for no others.
std::string identity(const ParameterValue& value) {
  if (const std::string* text = std::get_if<std::string>(&value)) return "'" + *text;
  if (const double* real = std::get_if<double>(&value)) {
    constexpr double integersEnd = 0x1p63;
    const bool isInteger =
        std::trunc(*real) == *real && *real >= -integersEnd && *real < integersEnd;
    return expression::toPlainText(isInteger ? ParameterValue(static_cast<int64_t>(*real)) : value);
  }
  return expression::toPlainText(value);
}

double number(const ParameterValue& value) {
  if (const int64_t* integer = std::get_if<int64_t>(&value)) return static_cast<double>(*integer);
  if (const double* real = std::get_if<double>(&value)) return *real;
  return expression::isTrue(value) ? 1 : 0;
}

bool isBefore(const ParameterValue& a, const ParameterValue& b) {
  const std::string* textA = std::get_if<std::string>(&a);
  const std::string* textB = std::get_if<std::string>(&b);
  if (textA && textB) return *textA < *textB;
  if (textA || textB) return textB != nullptr;
  const int64_t* integerA = std::get_if<int64_t>(&a);
  const int64_t* integerB = std::get_if<int64_t>(&b);
  return integerA && integerB ? *integerA < *integerB : number(a) < number(b);
}

}  // namespace

std::optional<ParameterValue> parameterValue(const json::Value& value) {
  if (value.isBool()) return ParameterValue(value.asBool());
  if (value.isInteger()) return ParameterValue(value.asInteger());
  if (value.isReal() && std::isfinite(value.asReal())) return ParameterValue(value.asReal());
  if (value.isString()) return ParameterValue(value.asString());
  return std::nullopt;
}

json::Value jsonOf(const ParameterValue& value) {
  return std::visit([](const auto& held) { return json::Value(held); }, value);
}

json::Value jsonOf(const std::vector<ParameterValue>& values) {
  json::Array all;
  for (const ParameterValue& value : values)
    all.push_back(jsonOf(value));
  return all;
}

std::string pythonText(const ParameterValue& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "True" : "False";
  return expression::toPlainText(value);
}

std::optional<uint16_t> ParameterValues::find(const ParameterValue& value) const {
  const auto place = m_places.find(identity(value));
  if (place == m_places.end()) return std::nullopt;
  return place->second;
}

std::optional<uint16_t> ParameterValues::add(const ParameterValue& value) {
  if (const auto known = find(value)) return known;
  if (m_values.size() >= most) return std::nullopt;
  const auto index = static_cast<uint16_t>(m_values.size());
  m_places.emplace(identity(value), index);
  m_values.push_back(value);
  return index;
}

std::vector<uint16_t> ParameterValues::sort() {
  std::vector<uint16_t> order(m_values.size());
  std::iota(order.begin(), order.end(), uint16_t{0});
  std::ranges::stable_sort(
      order, [this](uint16_t a, uint16_t b) { return isBefore(m_values[a], m_values[b]); });
  std::vector<ParameterValue> sorted;
  std::vector<uint16_t> newIndex(order.size());
  sorted.reserve(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    newIndex[order[i]] = static_cast<uint16_t>(i);
    sorted.push_back(std::move(m_values[order[i]]));
  }
  m_values = std::move(sorted);
  for (auto& [text, index] : m_places)
    index = newIndex[index];
  return newIndex;
}

}  // namespace kw::recordings

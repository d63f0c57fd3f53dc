// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/surrogate/coordinates.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace kw::surrogate {

namespace {

using Group = std::vector<std::vector<float>>;  // per value, its columns

// Ratios count from here on.
constexpr double leastRatio = 4;

std::optional<double> numberOf(const ParameterValue& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

// All values as numbers, or nothing.
std::vector<double> numbersOf(const Parameter& parameter) {
  std::vector<double> numbers;
  for (const ParameterValue& value : parameter.values) {
    const std::optional<double> number = numberOf(value);
    if (!number || !std::isfinite(*number)) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

Group placesOf(const std::vector<double>& numbers) {
  std::vector<double> sorted = numbers;
  std::ranges::sort(sorted);
  const double low = sorted.front(), high = sorted.back();
  const bool byRatio = low > 0 && high / low >= leastRatio;
  const auto scaled = [&](double value) {
    if (high == low) return 0.0;
    return byRatio ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  };
  Group group;
  for (const double number : numbers) {
    const auto rank =
        static_cast<double>(std::ranges::lower_bound(sorted, number) - sorted.begin());
    const double byRank = rank / static_cast<double>(sorted.size() - 1);
    group.push_back({static_cast<float>((scaled(number) + byRank) / 2)});
  }
  return group;
}

// How often two divides each, from 0 to 1. Empty where that says nothing besides the size.
Group alignmentsOf(const Parameter& parameter) {
  std::vector<int> powers;
  bool allPowersOfTwo = true;
  for (const ParameterValue& value : parameter.values) {
    const auto* integer = std::get_if<int64_t>(&value);
    if (!integer || *integer <= 0) return {};
    const auto bits = static_cast<uint64_t>(*integer);
    powers.push_back(std::countr_zero(bits));
    allPowersOfTwo = allPowersOfTwo && std::has_single_bit(bits);
  }
  const int most = *std::ranges::max_element(powers);
  if (allPowersOfTwo || most == 0) return {};
  Group group;
  for (const int power : powers)
    group.push_back({static_cast<float>(power) / static_cast<float>(most)});
  return group;
}

// One column for each value: any two values are 1 apart.
Group choicesOf(size_t values) {
  const auto half = static_cast<float>(std::sqrt(0.5));
  Group group(values, std::vector<float>(values, 0.0F));
  for (size_t i = 0; i < values; ++i)
    group[i][i] = half;
  return group;
}

}  // namespace

Coordinates::Coordinates(const Space& space, size_t further) {
  for (const Parameter& parameter : space.parameters) {
    Columns& columns = m_parameters.emplace_back(parameter.values.size());
    if (parameter.values.size() < 2) continue;
    const std::vector<double> numbers = numbersOf(parameter);
    addGroup(columns, numbers.empty() ? choicesOf(parameter.values.size()) : placesOf(numbers));
    if (!numbers.empty()) addGroup(columns, alignmentsOf(parameter));
  }
  if (m_groupOf.empty() && !m_parameters.empty())
    addGroup(m_parameters.front(), Group(m_parameters.front().size(), {0.0F}));
  for (size_t i = 0; i < further; ++i)
    m_groupOf.push_back(m_groups++);
}

void Coordinates::addGroup(Columns& columns, const Group& group) {
  if (group.empty()) return;
  for (size_t value = 0; value < group.size(); ++value)
    columns[value].insert(columns[value].end(), group[value].begin(), group[value].end());
  m_groupOf.insert(m_groupOf.end(), group.front().size(), m_groups);
  ++m_groups;
}

void Coordinates::write(const std::vector<uint16_t>& indices, float* to) const {
  for (size_t parameter = 0; parameter < m_parameters.size(); ++parameter)
    to = std::ranges::copy(m_parameters[parameter][indices[parameter]], to).out;
}

}  // namespace kw::surrogate

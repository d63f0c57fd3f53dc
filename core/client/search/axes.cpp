// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/axes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <variant>

namespace kw {

namespace {

double numberOf(const ParameterValue& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return static_cast<double>(*integer);
  return std::get<double>(value);
}

bool isNumber(const ParameterValue& value) {
  return std::holds_alternative<int64_t>(value) || std::holds_alternative<double>(value);
}

Axes::Axis axisOf(const Parameter& parameter) {
  Axes::Axis axis;
  axis.ordered = std::ranges::all_of(parameter.values, isNumber);
  axis.valueAt.resize(parameter.values.size());
  std::iota(axis.valueAt.begin(), axis.valueAt.end(), uint16_t{0});
  if (axis.ordered)
    std::ranges::stable_sort(axis.valueAt, {},
                             [&](uint16_t value) { return numberOf(parameter.values[value]); });
  axis.rankOf.resize(axis.valueAt.size());
  for (size_t rank = 0; rank < axis.valueAt.size(); ++rank)
    axis.rankOf[axis.valueAt[rank]] = static_cast<uint16_t>(rank);
  return axis;
}

}  // namespace

Axes::Axes(const ValidSpace& space) : m_space(space) {
  for (const Parameter& parameter : space.space().parameters)
    m_axes.push_back(axisOf(parameter));
}

std::vector<uint16_t> Axes::ranks(size_t index) const {
  std::vector<uint16_t> ranks = m_space.indices(index);
  for (size_t i = 0; i < ranks.size(); ++i)
    ranks[i] = m_axes[i].rankOf[ranks[i]];
  return ranks;
}

size_t Axes::nearest(const std::vector<double>& ranks) const {
  std::vector<double> values(ranks.size());
  for (size_t i = 0; i < ranks.size(); ++i) {
    const double last = static_cast<double>(m_axes[i].count() - 1);
    // Written so that what is no number becomes 0.
    const double inside = ranks[i] > 0 ? std::min(std::round(ranks[i]), last) : 0;
    values[i] = m_axes[i].valueAt[static_cast<size_t>(inside)];
  }
  return m_space.nearest(values);
}

std::vector<Axes::Neighbour> Axes::neighbours(size_t index) const {
  const std::vector<uint16_t> centre = ranks(index);
  std::vector<Neighbour> found;
  for (const size_t neighbour : m_space.neighbours(index, ValidSpace::Reach::any)) {
    const std::vector<uint16_t> there = ranks(neighbour);
    const auto differs = std::ranges::mismatch(centre, there);
    const auto parameter = static_cast<size_t>(differs.in1 - centre.begin());
    const int step = m_axes[parameter].ordered ? *differs.in2 - *differs.in1 : 1;
    found.push_back({neighbour, parameter, step});
  }
  std::ranges::sort(found, {}, [](const Neighbour& one) {
    return std::tuple(one.parameter, one.step, one.index);
  });
  return found;
}

}  // namespace kw

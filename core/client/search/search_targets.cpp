// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/search_targets.h"

#include <algorithm>
#include <cmath>

namespace kw {

namespace {

// Pressed by this factor from the median on, or from this much slower than the best on where the
// median is closer. A stronger pressure, or one from half-way to the median on, leaves a few fast
// ones that stand out of a plain: there the model learns nothing but that they do.
constexpr double pressure = 0.3;
constexpr double leastSpread = 0.05;
constexpr double leastScore = 1e-300;

}  // namespace

SearchTargets::SearchTargets(const std::vector<double>& scores) {
  std::vector<double> logarithms;
  for (const double score : scores)
    logarithms.push_back(std::log(std::max(score, leastScore)));
  std::ranges::sort(logarithms);
  const double least = logarithms.front(), median = logarithms[logarithms.size() / 2];
  m_limit = least + std::max(median - least, leastSpread);

  double sum = 0, squares = 0;
  for (const double score : scores)
    sum += pressed(score);
  m_mean = sum / static_cast<double>(scores.size());
  for (const double score : scores)
    squares += (pressed(score) - m_mean) * (pressed(score) - m_mean);
  const double deviation = std::sqrt(squares / static_cast<double>(scores.size()));
  m_deviation = deviation > 1e-9 ? deviation : 1;
}

double SearchTargets::pressed(double score) const {
  const double logarithm = std::log(std::max(score, leastScore));
  return logarithm <= m_limit ? logarithm : m_limit + pressure * (logarithm - m_limit);
}

double SearchTargets::of(double score) const {
  return (pressed(score) - m_mean) / m_deviation;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/judgement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/statistics/statistics.h"

namespace kw {

namespace {

struct Moments {
  double count = 0, sum = 0, squares = 0;

  double mean() const { return sum / count; }
  // Standard error of the mean; 0 where all are equal up to rounding.
  double error() const {
    const double spread = squares - sum * sum / count;
    if (count < 2 || spread <= 1e-12 * squares) return 0;
    return std::sqrt(spread / (count - 1) / count);
  }
};

Moments momentsOf(const std::vector<double>& values) {
  Moments moments;
  for (const double value : values) {
    moments.count += 1;
    moments.sum += value;
    moments.squares += value * value;
  }
  return moments;
}

// Distances from the mean, scaled so that their squares add up to 1. Empty where all are equal.
std::vector<double> standardised(const std::vector<double>& values, const Moments& moments) {
  std::vector<double> scaled;
  if (moments.error() == 0) return scaled;
  const double length = moments.error() * std::sqrt(moments.count * (moments.count - 1));
  for (const double value : values)
    scaled.push_back((value - moments.mean()) / length);
  return scaled;
}

double scaleOf(double degrees) {
  return (8 * degrees + 1) / (8 * degrees + 3);
}

double studentOfNormal(double z, double degrees) {
  const double unscaled = z / scaleOf(degrees);
  const double t = std::sqrt(degrees * std::expm1(unscaled * unscaled / degrees));
  return z < 0 ? -t : t;
}

uint64_t mixed(uint64_t& state) {  // SplitMix64 (Steele, Lea and Flood, 2014)
  uint64_t value = state += 0x9E3779B97F4A7C15u;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

}  // namespace

KernelDraws::KernelDraws(size_t count, uint64_t seed) : m_state(seed), m_times(count) {}

const std::vector<double>& KernelDraws::next() {
  std::ranges::fill(m_times, 0.0);
  const uint64_t count = m_times.size();
  // For counts under 2^32: the bias of scaling 32 random bits is below what a bootstrap resolves.
  for (uint64_t i = 0; i < count; ++i)
    m_times[((mixed(m_state) >> 32) * count) >> 32] += 1;
  return m_times;
}

Multipliers::Multipliers(size_t count, uint64_t seed) : m_state(seed), m_values(count) {}

const std::vector<double>& Multipliers::next() {
  const auto uniform = [this] {  // above 0 and below 1
    return (static_cast<double>(mixed(m_state) >> 11) + 0.5) / 9007199254740992.0;
  };
  for (size_t i = 0; i < m_values.size(); i += 2) {  // Box and Muller
    const double radius = std::sqrt(-2 * std::log(uniform()));
    const double angle = 2 * std::numbers::pi * uniform();
    m_values[i] = radius * std::cos(angle);
    if (i + 1 < m_values.size()) m_values[i + 1] = radius * std::sin(angle);
  }
  return m_values;
}

Family lowerBounds(const std::vector<PairedDifferences>& proposals, size_t kernels,
                   const BootstrapSettings& settings) {
  std::vector<Moments> measured;
  std::vector<std::vector<double>> scaled;
  for (const PairedDifferences& proposal : proposals) {
    measured.push_back(momentsOf(proposal.values));
    scaled.push_back(standardised(proposal.values, measured.back()));
  }

  std::vector<double> largest;
  Multipliers multipliers(kernels, settings.seed);
  for (int resample = 0; resample < settings.resamples; ++resample) {
    const std::vector<double>& drawn = multipliers.next();
    double most = -std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < proposals.size(); ++i) {
      double deviate = 0;
      for (size_t k = 0; k < scaled[i].size(); ++k)
        deviate += scaled[i][k] * drawn[proposals[i].kernels[k]];
      if (!scaled[i].empty()) most = std::max(most, deviate);
    }
    if (std::isfinite(most)) largest.push_back(most);
  }

  Family family;
  family.critical = largest.empty() ? 0 : statistics::quantile(largest, 1 - settings.level);
  for (const Moments& moments : measured) {
    LowerBound bound{static_cast<size_t>(moments.count), 0,
                     -std::numeric_limits<double>::infinity()};
    if (moments.count > 0) bound.mean = moments.mean();
    if (moments.count >= 2)
      bound.low =
          bound.mean - studentOfNormal(family.critical, moments.count - 1) * moments.error();
    family.bounds.push_back(bound);
  }
  return family;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/judgement.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

Moments momentsOf(const PairedDifferences& proposal, const std::vector<double>& times) {
  Moments moments;
  for (size_t i = 0; i < proposal.values.size(); ++i) {
    const double weight = times[proposal.kernels[i]];
    const double value = proposal.values[i];
    moments.count += weight;
    moments.sum += weight * value;
    moments.squares += weight * value * value;
  }
  return moments;
}

double scaleOf(double degrees) {
  return (8 * degrees + 1) / (8 * degrees + 3);
}

double normalOfStudent(double t, double degrees) {
  const double z = scaleOf(degrees) * std::sqrt(degrees * std::log1p(t * t / degrees));
  return t < 0 ? -z : z;
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

Family lowerBounds(const std::vector<PairedDifferences>& proposals, size_t kernels,
                   const BootstrapSettings& settings) {
  const std::vector<double> once(kernels, 1.0);
  std::vector<Moments> measured;
  for (const PairedDifferences& proposal : proposals)
    measured.push_back(momentsOf(proposal, once));

  std::vector<double> largest;
  KernelDraws draws(kernels, settings.seed);
  for (int resample = 0; resample < settings.resamples; ++resample) {
    const std::vector<double>& times = draws.next();
    double most = -std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < proposals.size(); ++i) {
      const Moments drawn = momentsOf(proposals[i], times);
      const double error = drawn.error();
      if (error == 0) continue;  // says nothing of how the mean varies
      const double t = (drawn.mean() - measured[i].mean()) / error;
      most = std::max(most, normalOfStudent(t, measured[i].count - 1));
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

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

// Of the kernels drawn. NaN where none of the proposal's was.
double drawnMean(const PairedDifferences& proposal, const std::vector<double>& times) {
  double count = 0, sum = 0;
  for (size_t i = 0; i < proposal.values.size(); ++i) {
    const double weight = times[proposal.kernels[i]];
    count += weight;
    sum += weight * proposal.values[i];
  }
  return sum / count;
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

Family lowerBounds(const std::vector<PairedDifferences>& proposals, size_t kernels,
                   const BootstrapSettings& settings) {
  const std::vector<double> once(kernels, 1.0);
  std::vector<Moments> measured;
  std::vector<double> errors;  // of a mean as the bootstrap sees it, for which n stands for n - 1
  for (const PairedDifferences& proposal : proposals) {
    const Moments& moments = measured.emplace_back(momentsOf(proposal, once));
    errors.push_back(moments.error() *
                     std::sqrt((moments.count - 1) / std::max(moments.count, 1.0)));
  }

  std::vector<double> largest;
  KernelDraws draws(kernels, settings.seed);
  for (int resample = 0; resample < settings.resamples; ++resample) {
    const std::vector<double>& times = draws.next();
    double most = -std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < proposals.size(); ++i) {
      if (errors[i] == 0) continue;  // says nothing of how a mean varies
      const double deviate = (drawnMean(proposals[i], times) - measured[i].mean()) / errors[i];
      if (deviate > most) most = deviate;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace kw::statistics {

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

bool isNan(double value) {
  return std::isnan(value);
}

std::vector<double> sorted(std::span<const double> samples) {
  std::vector<double> all(samples.begin(), samples.end());
  std::sort(all.begin(), all.end());
  return all;
}

// Of samples in order, none of them NaN.
double quantileOfSorted(const std::vector<double>& samples, double p) {
  const double position = std::clamp(p, 0.0, 1.0) * static_cast<double>(samples.size() - 1);
  const auto below = static_cast<size_t>(position);
  const size_t above = std::min(below + 1, samples.size() - 1);
  // Equal neighbours may both be infinite, whose difference is no number.
  if (samples[below] == samples[above]) return samples[below];
  return samples[below] +
         (position - static_cast<double>(below)) * (samples[above] - samples[below]);
}

// Which of n samples in order, counted from 1, begins the interval that covers the median with 95 %
// (it ends with the same one from the other end): the largest k with
// P(Binomial(n, 1/2) <= k - 1) <= 2.5 %. 0 where even the extremes cover less, which is up to n
// = 5.
size_t firstOfMedianInterval(size_t n) {
  double logOfTerm = -static_cast<double>(n) * std::log(2.0);  // of n over k, by 2^n
  double sum = 0;
  for (size_t k = 0; k < n; ++k) {
    sum += std::exp(logOfTerm);
    if (sum > 0.025) return k;
    logOfTerm += std::log(static_cast<double>(n - k) / static_cast<double>(k + 1));
  }
  return 0;
}

// The 97.5 % point of Student's t: a table up to 9 degrees of freedom; from there on the expansion
// in 1/n (Abramowitz and Stegun 26.7.5), which is within 0.001 of it.
double studentPoint(size_t degrees) {
  constexpr double exact[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                              2.4469,  2.3646, 2.3060, 2.2622};
  if (degrees >= 1 && degrees <= std::size(exact)) return exact[degrees - 1];
  constexpr double z = 1.959964;
  const auto n = static_cast<double>(degrees);
  const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

// Draws samples with replacement. Written out, since the distributions of <random> give different
// numbers with different libraries.
class Resampler {
 public:
  explicit Resampler(uint64_t seed) : m_generator(seed) {}

  double medianOfResample(const std::vector<double>& samples) {
    m_drawn.resize(samples.size());
    for (double& value : m_drawn)
      value = samples[below(samples.size())];
    const size_t half = m_drawn.size() / 2;
    const auto middle = m_drawn.begin() + static_cast<ptrdiff_t>(half);
    std::nth_element(m_drawn.begin(), middle, m_drawn.end());
    if (m_drawn.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(m_drawn.begin(), middle)) / 2;
  }

 private:
  // For limits under 2^32: the bias of scaling 32 random bits is far below what a bootstrap
  // resolves.
  size_t below(size_t limit) { return static_cast<size_t>(((m_generator() >> 32) * limit) >> 32); }

  std::mt19937_64 m_generator;
  std::vector<double> m_drawn;
};

bool areUsable(const std::vector<std::vector<double>>& cases) {
  return std::none_of(cases.begin(), cases.end(), [](const std::vector<double>& samples) {
    return samples.empty() || std::any_of(samples.begin(), samples.end(), isNan);
  });
}

}  // namespace

double quantile(std::span<const double> samples, double p) {
  if (samples.empty() || std::any_of(samples.begin(), samples.end(), isNan)) return notANumber;
  return quantileOfSorted(sorted(samples), p);
}

double median(std::span<const double> samples) {
  return quantile(samples, 0.5);
}

double mean(std::span<const double> samples) {
  if (samples.empty()) return notANumber;
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

double interquartileRange(std::span<const double> samples) {
  return quantile(samples, 0.75) - quantile(samples, 0.25);
}

double weightedGeometricMean(std::span<const double> values, std::span<const double> weights) {
  if (values.empty() || values.size() != weights.size()) return notANumber;
  double sum = 0;
  double weight = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!(values[i] > 0)) return notANumber;
    sum += weights[i] * std::log(values[i]);
    weight += weights[i];
  }
  return std::exp(sum / weight);
}

Interval medianInterval95(std::span<const double> samples) {
  if (samples.empty() || std::any_of(samples.begin(), samples.end(), isNan))
    return {notANumber, notANumber};
  const std::vector<double> all = sorted(samples);
  const size_t first = std::max(firstOfMedianInterval(all.size()), size_t{1});
  const size_t index = first - 1;
  return {all[index], all[all.size() - 1 - index]};
}

Interval meanInterval95(std::span<const double> samples) {
  const double centre = mean(samples);
  if (samples.size() < 2) return {centre, centre};
  double squares = 0;
  for (const double sample : samples)
    squares += (sample - centre) * (sample - centre);
  const auto count = static_cast<double>(samples.size());
  const double error = std::sqrt(squares / (count - 1) / count);
  const double half = studentPoint(samples.size() - 1) * error;
  return {centre - half, centre + half};
}

Interval speedupInterval95(const std::vector<std::vector<double>>& baseline,
                           const std::vector<std::vector<double>>& candidate,
                           std::span<const double> weights, uint64_t seed, int resamples) {
  const size_t cases = weights.size();
  if (cases == 0 || baseline.size() != cases || candidate.size() != cases || resamples < 1 ||
      !areUsable(baseline) || !areUsable(candidate))
    return {notANumber, notANumber};
  Resampler resampler(seed);
  std::vector<double> ratios(cases);
  std::vector<double> speedups(static_cast<size_t>(resamples));
  for (double& speedup : speedups) {
    for (size_t i = 0; i < cases; ++i) {
      const double before = resampler.medianOfResample(baseline[i]);
      ratios[i] = before / resampler.medianOfResample(candidate[i]);
    }
    speedup = weightedGeometricMean(ratios, weights);
  }
  return {quantile(speedups, 0.025), quantile(speedups, 0.975)};
}

}  // namespace kw::statistics

// SPDX-License-Identifier: GPL-3.0-or-later
// Summaries of timing samples.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kw::statistics {

struct Interval {
  double low = 0;
  double high = 0;
};

// The value at fraction p (0 to 1) of the sorted samples, linear between neighbours (Hyndman and
// Fan's type 7). NaN for no samples.
double quantile(std::span<const double> samples, double p);
double median(std::span<const double> samples);
double mean(std::span<const double> samples);
double interquartileRange(std::span<const double> samples);

// exp(sum(w ln x) / sum w). NaN where a value is not positive, or the sizes differ or are 0.
double weightedGeometricMean(std::span<const double> values, std::span<const double> weights);

// Distribution-free 95 % interval for the median from order statistics (binomial).
// With fewer than 6 samples: the extremes.
Interval medianInterval95(std::span<const double> samples);

// Student's t 95 % interval of the mean. A single sample: itself. NaN for no samples.
Interval meanInterval95(std::span<const double> samples);

// Percentile-bootstrap 95 % interval for the ratio of weighted geometric means of medians:
// baseline[i] and candidate[i] are the samples of case i. `seed` makes it repeatable.
Interval speedupInterval95(const std::vector<std::vector<double>>& baseline,
                           const std::vector<std::vector<double>>& candidate,
                           std::span<const double> weights, uint64_t seed, int resamples = 1000);

}  // namespace kw::statistics

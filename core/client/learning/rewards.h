// SPDX-License-Identifier: GPL-3.0-or-later
// What a profiling policy is learnt from: kernels with what was observed of them, and what comes of
// rewriting them with a set of metrics.
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"

namespace kw {

// Ids of the catalogue, sorted, each once: two sets are the same where these are.
using MetricSet = std::vector<std::string>;
MetricSet metricSet(std::vector<std::string> ids);
MetricSet united(const MetricSet& a, const MetricSet& b);
MetricSet without(const MetricSet& a, const MetricSet& b);
std::string textOf(const MetricSet& set);  // "a, b"; "no metrics"

// Metrics that are added to a leaf together.
struct MetricGroup {
  std::string name;
  MetricSet metrics;
};

// One that others are learnt from. Variants of one kernel are no independent evidence: they should
// be given as one.
struct ProfiledKernel {
  std::string name;
  std::map<std::string, double> observed;  // by the catalogue's id; what is not there is unknown
};

// Of one kernel with one set. A rewriting counts only where it is right and faster: otherwise the
// original is kept, which is a speed-up of 1 and no success.
struct Reward {
  double logSpeedup = 0;   // mean over the repeats of ln(max(1, speed-up))
  double successRate = 0;  // share of the repeats that were right and faster
};
// `speedups` as they were measured, 0 for a kernel that is wrong or does not run; at least one.
Reward rewardOf(const std::vector<double>& speedups);

// Where rewards come from. They are noisy: one rewriter gives another kernel each time.
class RewardSource {
 public:
  virtual ~RewardSource() = default;
  // Rewrites `kernel` with the set up to `repeats` times and gives each speed-up over the original
  // (0: wrong). Nothing where this source cannot know it, which is no failure.
  virtual Result<std::optional<std::vector<double>>> speedups(const ProfiledKernel& kernel,
                                                              const MetricSet& set, size_t repeats,
                                                              std::stop_token stop) = 0;
};

}  // namespace kw

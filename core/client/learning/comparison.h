// SPDX-License-Identifier: GPL-3.0-or-later
// What choosing metrics by a tree is worth, beside choosing them otherwise.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/statistics/statistics.h"
#include "client/learning/learner.h"

namespace kw {

// A way of choosing metrics, over all kernels.
struct ComparedWay {
  std::string name;
  std::string about;
  std::string missing;  // why there are no figures; "" where there are
  size_t kernels = 0;
  double speedup = 1;  // geometric mean; a kernel that was not made faster counts as 1
  statistics::Interval speedupInterval;
  double successRate = 0;
  statistics::Interval successInterval;
  // Over the best of the fixed configurations, kernel by kernel; nothing without such a one.
  std::optional<double> overBestFixed;
  statistics::Interval overInterval;
};

struct ComparedWays {
  std::vector<ComparedWay> ways;
  std::string bestFixed;  // "" where none has all rewards
  size_t parts = 0;       // that kernels were left out by
};

struct ComparingSettings {
  LearningSettings learning;
  size_t parts = 5;
  int resamples = 2000;
};

// blind: no metrics. random: one of the fixed configurations for each kernel, all equally likely
// (the expectation, nothing is drawn). The fixed configurations. start: the tree that learning
// starts from. tree: learnt; each kernel has the figure of a tree that was learnt without its part
// of the kernels. oracle: the best of the fixed configurations for each kernel, known only
// afterwards; the largest of noisy rewards is above the largest true one, so it is a bound.
//
// Intervals are at 95 %: percentiles of a bootstrap over kernels. A way is without figures where a
// reward that it needs is not there.
Result<ComparedWays> compareWays(const LearningTask& task,
                                 const std::vector<MetricGroup>& configurations,
                                 const ComparingSettings& settings,
                                 const std::function<void(size_t part)>& learning,
                                 std::stop_token stop);

}  // namespace kw

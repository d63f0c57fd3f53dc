// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/rewards.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/sorting/distinct.h"

namespace kw {

MetricSet metricSet(std::vector<std::string> ids) {
  sortDistinct(ids);
  return ids;
}

MetricSet united(const MetricSet& a, const MetricSet& b) {
  MetricSet both;
  std::ranges::set_union(a, b, std::back_inserter(both));
  return both;
}

MetricSet without(const MetricSet& a, const MetricSet& b) {
  MetricSet left;
  std::ranges::set_difference(a, b, std::back_inserter(left));
  return left;
}

std::string textOf(const MetricSet& set) {
  std::string text;
  for (const std::string& id : set)
    text += (text.empty() ? "" : ", ") + id;
  return text.empty() ? "no metrics" : text;
}

Reward rewardOf(const std::vector<double>& speedups) {
  Reward reward;
  for (const double speedup : speedups) {
    if (!(speedup > 1)) continue;
    reward.logSpeedup += std::log(speedup);
    reward.successRate += 1;
  }
  const auto count = static_cast<double>(speedups.size());
  reward.logSpeedup /= count;
  reward.successRate /= count;
  return reward;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/proposer.h"

#include <cstdio>
#include <cstdlib>
#include <set>

#include "base/sorting/distinct.h"
#include "client/learning/routing.h"

namespace kw {

namespace {

// Above `low` and at most `high`, so that a test "at least" tells the two apart.
double shortestBetween(double low, double high) {
  const double middle = low + (high - low) / 2;
  for (int digits = 1; digits <= 17; ++digits) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, middle);
    const double value = std::strtod(text, nullptr);
    if (value > low && value <= high) return value;
  }
  return high;
}

// A leaf's metrics after one group came or went.
struct Altered {
  std::string what;
  MetricSet metrics;
};

std::vector<Altered> additions(const MetricSet& own, const std::vector<MetricGroup>& groups,
                               size_t mostMetrics) {
  std::vector<Altered> altered;
  for (const MetricGroup& group : groups) {
    MetricSet metrics = united(own, group.metrics);
    if (metrics.size() > own.size() && metrics.size() <= mostMetrics)
      altered.push_back({"+ " + group.name, std::move(metrics)});
  }
  return altered;
}

std::vector<Altered> removals(const MetricSet& own, const std::vector<MetricGroup>& groups) {
  std::vector<Altered> altered;
  for (const MetricGroup& group : groups) {
    MetricSet metrics = without(own, group.metrics);
    if (metrics.size() < own.size()) altered.push_back({"- " + group.name, std::move(metrics)});
  }
  return altered;
}

std::map<std::string, std::vector<double>> observedIn(const LeafView& leaf) {
  std::map<std::string, std::vector<double>> values;
  for (const ProfiledKernel* kernel : leaf.kernels)
    for (const auto& [id, value] : kernel->observed)
      values[id].push_back(value);
  return values;
}

}  // namespace

std::vector<double> thresholdsBetween(std::vector<double> values, size_t most) {
  sortDistinct(values);
  std::vector<double> thresholds;
  if (values.size() < 2) return thresholds;
  const size_t gaps = values.size() - 1;
  const size_t count = std::min(gaps, most);
  for (size_t i = 0; i < count; ++i) {
    const size_t gap = (2 * i + 1) * gaps / (2 * count);  // the middles of `count` equal parts
    thresholds.push_back(shortestBetween(values[gap], values[gap + 1]));
  }
  return thresholds;
}

Result<std::vector<Change>> EnumeratingProposer::rewrites(const LeafView& leaf,
                                                          const GrowthLimits& limits) {
  std::vector<Change> changes;
  for (Altered& altered : additions(metricsOfLeaf(*leaf.leaf), m_groups, limits.metrics)) {
    Change change;
    change.kind = Change::Kind::rewrite;
    change.leaf = leaf.leaf->id;
    change.what = std::move(altered.what);
    change.metrics = std::move(altered.metrics);
    changes.push_back(std::move(change));
  }
  return changes;
}

Result<std::vector<Change>> EnumeratingProposer::splits(const LeafView& leaf,
                                                        const GrowthLimits& limits) {
  std::vector<Change> changes;
  if (leaf.depth >= limits.depth) return changes;
  const MetricSet own = metricsOfLeaf(*leaf.leaf);
  std::vector<Altered> sides = additions(own, m_groups, limits.metrics);
  for (Altered& altered : removals(own, m_groups))
    sides.push_back(std::move(altered));
  for (const auto& [metric, values] : observedIn(leaf))
    for (const double threshold : thresholdsBetween(values, m_thresholds))
      for (const Altered& side : sides)
        for (const bool isYes : {true, false}) {
          Change change;
          change.kind = Change::Kind::split;
          change.leaf = leaf.leaf->id;
          change.what = (isYes ? "yes: " : "no: ") + side.what;
          change.metric = metric;
          change.threshold = threshold;
          change.yes = isYes ? side.metrics : own;
          change.no = isYes ? own : side.metrics;
          changes.push_back(std::move(change));
        }
  return changes;
}

}  // namespace kw

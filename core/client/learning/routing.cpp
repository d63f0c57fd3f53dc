// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/routing.h"

#include <algorithm>
#include <cmath>

#include "base/files/hash.h"

namespace kw {

namespace {

// The kernels of each leaf, in an order that only the seed and their names decide.
std::vector<std::vector<size_t>> shuffledByLeaf(const Policy& policy,
                                                const std::vector<ProfiledKernel>& kernels,
                                                uint64_t seed) {
  std::map<std::string, std::vector<std::pair<std::string, size_t>>> byLeaf;
  for (size_t i = 0; i < kernels.size(); ++i)
    byLeaf[leafOf(policy, kernels[i]).id].emplace_back(
        files::contentHash(std::to_string(seed) + ":" + kernels[i].name), i);
  std::vector<std::vector<size_t>> orders;
  for (auto& [leaf, entries] : byLeaf) {
    std::ranges::sort(entries);
    orders.emplace_back();
    for (const auto& [hash, index] : entries)
      orders.back().push_back(index);
  }
  return orders;
}

}  // namespace

const PolicyNode& leafOf(const Policy& policy, const ProfiledKernel& kernel) {
  const PolicyNode* node = &policy.root();
  while (!std::holds_alternative<PolicyLeaf>(node->what)) {
    if (const auto* acquisition = std::get_if<PolicyAcquisition>(&node->what)) {
      node = policy.find(acquisition->next);
      continue;
    }
    const auto& test = std::get<PolicyTest>(node->what);
    const auto seen = kernel.observed.find(test.metric);
    const bool yes =
        seen == kernel.observed.end() ? test.unknownIsYes : seen->second >= test.threshold;
    node = policy.find(yes ? test.yes : test.no);
  }
  return *node;
}

MetricSet metricsOfLeaf(const PolicyNode& leaf) {
  return metricSet(metricsOf(leaf));
}

size_t depthOf(const Policy& policy, const std::string& node) {
  size_t deepest = 0;
  for (const auto& path : policy.paths()) {
    size_t tests = 0;
    for (const PolicyNode* step : path) {
      if (step->id == node) deepest = std::max(deepest, tests);
      tests += std::holds_alternative<PolicyTest>(step->what);
    }
  }
  return deepest;
}

std::vector<bool> heldOut(const Policy& policy, const std::vector<ProfiledKernel>& kernels,
                          double share, uint64_t seed) {
  std::vector<bool> aside(kernels.size());
  for (const std::vector<size_t>& order : shuffledByLeaf(policy, kernels, seed)) {
    const double wanted = share * static_cast<double>(order.size());
    const auto count = std::min(order.size(), static_cast<size_t>(std::lround(wanted)));
    for (size_t i = 0; i < count; ++i)
      aside[order[i]] = true;
  }
  return aside;
}

std::vector<size_t> partsOf(const Policy& policy, const std::vector<ProfiledKernel>& kernels,
                            size_t parts, uint64_t seed) {
  std::vector<size_t> part(kernels.size());
  size_t next = 0;  // goes on over leaves, so that parts are of like sizes as a whole
  for (const std::vector<size_t>& order : shuffledByLeaf(policy, kernels, seed))
    for (const size_t kernel : order)
      part[kernel] = next++ % parts;
  return part;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Rewards from a file, JSON of format kernelwright-rewards/1:
//
//   {"format": "kernelwright-rewards/1", "about": "…",
//    "sets": {"memory": ["dram_bytes", "l2_hit_rate"]},
//    "groups": {"hit rates": ["l1_hit_rate", "l2_hit_rate"]},
//    "kernels": [{"name": "softmax", "observed": {"dram_utilisation": 81.5},
//                 "rewards": [{"set": "memory", "speedups": [1.31, 1.27]},
//                             {"set": ["dram_bytes"], "speedups": [0]}]}]}
//
// A set is named or listed; "none" is the empty one. A speed-up is over the original, 0 where the
// rewritten kernel was wrong; several are repeats. "groups" are what learning may add to a leaf
// (without them, the four fixed configurations).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "client/learning/rewards.h"
#include "model/profile/catalogue.h"

namespace kw {

class RewardTable final : public RewardSource {
 public:
  // Strict; all faults at once, each with its line and key path ("kernels[3].rewards[0].set").
  static Result<RewardTable> read(const std::string& text, const std::string& fileName,
                                  const Catalogue& catalogue);

  const std::vector<ProfiledKernel>& kernels() const { return m_kernels; }
  const std::vector<MetricGroup>& groups() const { return m_groups; }
  size_t rewards() const { return m_speedups.size(); }  // pairs of a kernel and a set

  // At most the first `repeats` of those that are there.
  Result<std::optional<std::vector<double>>> speedups(const ProfiledKernel& kernel,
                                                      const MetricSet& set, size_t repeats,
                                                      std::stop_token stop) override;

 private:
  friend class RewardTableReader;
  std::vector<ProfiledKernel> m_kernels;
  std::vector<MetricGroup> m_groups;
  std::map<std::pair<std::string, MetricSet>, std::vector<double>> m_speedups;
};

}  // namespace kw

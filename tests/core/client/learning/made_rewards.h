// SPDX-License-Identifier: GPL-3.0-or-later
// Rewards that are made up, so that the best tree is known.
//
// Kernels are spread evenly over four regimes by their SM utilisation and DRAM throughput; the
// other metrics that were observed say nothing, except the one that a split has to find. A reward
// is a kernel's own gain, the effect of the right metrics, and noise; a part of the rewritings is
// wrong.
//
// The noise is what is published: the gain of the best of four configurations over a fixed one has
// a 95 % interval of 1.045 to 1.107 over 128 kernels, so a standard error of 0.0147 and a standard
// deviation of 0.17 between two rewards of a kernel; and 87 % of the rewritings were right. With
// 10 % wrong and a gain of about 0.30, noise of 0.085 on the logarithm of the others makes the
// standard deviation of a difference 0.17.
#pragma once

#include <string>
#include <vector>

#include "client/learning/rewards.h"
#include "model/profile/policy.h"

namespace kw::test {

enum class Truth {
  noise,    // nothing matters
  rewrite,  // in each regime one group helps
  split,    // in each regime one group helps from 50 % L2 hit rate on, and does as much harm below
};

struct MadeSettings {
  Truth truth = Truth::noise;
  double effect = 0;  // of the right metrics on the mean log-reward: ln(1.05)
  size_t kernels = 128;
  size_t repeats = 1;
  double noise = 0.085;  // standard deviation of a log-reward that is right
  double wrong = 0.10;   // share of the rewritings
  uint64_t seed = 1;
};

class MadeRewards final : public RewardSource {
 public:
  explicit MadeRewards(const MadeSettings& settings);

  const std::vector<ProfiledKernel>& kernels() const { return m_kernels; }
  const std::vector<MetricGroup>& groups() const { return m_groups; }
  const Policy& start() const { return m_start; }  // a leaf for each regime, with two metrics

  Result<std::optional<std::vector<double>>> speedups(const ProfiledKernel& kernel,
                                                      const MetricSet& set, size_t repeats,
                                                      std::stop_token stop) override;
  size_t asked() const { return m_asked; }  // calls of the above

  // What the metrics add to a kernel's mean log-reward, without noise.
  double trueEffect(const ProfiledKernel& kernel, const MetricSet& set) const;
  // The mean of that over all kernels under a tree, and the best that any tree can have.
  double trueGain(const Policy& policy) const;
  double bestGain() const;
  // Of the four regimes, those whose right metrics most of the kernels that need them get.
  size_t regimesFound(const Policy& policy) const;

  // As a file (kernelwright-rewards/1), with the start's metrics and up to `groups` groups besides.
  std::string text(size_t groups) const;

 private:
  size_t regimeOf(const ProfiledKernel& kernel) const;
  double need(const ProfiledKernel& kernel) const;  // the effect that the right group has on it

  MadeSettings m_settings;
  std::vector<ProfiledKernel> m_kernels;
  std::vector<MetricGroup> m_groups;
  Policy m_start;
  size_t m_asked = 0;
};

}  // namespace kw::test

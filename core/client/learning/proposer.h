// SPDX-License-Identifier: GPL-3.0-or-later
// Who proposes how a profiling tree might grow.
#pragma once

#include <vector>

#include "base/result/result.h"
#include "client/learning/change.h"

namespace kw {

// A leaf, and what a proposer may know of the training kernels that reach it. Kernels that are held
// out are never among them.
struct LeafView {
  const PolicyNode* leaf = nullptr;
  std::vector<const ProfiledKernel*> kernels;
  std::vector<Reward> rewards;  // of these kernels with the leaf's metrics
  size_t depth = 0;             // tests above it
};

struct GrowthLimits {
  size_t depth = 8;    // tests on a path
  size_t metrics = 8;  // of a leaf
};

class Proposer {
 public:
  virtual ~Proposer() = default;
  // Proposals outside the limits are never judged.
  virtual Result<std::vector<Change>> rewrites(const LeafView& leaf,
                                               const GrowthLimits& limits) = 0;
  virtual Result<std::vector<Change>> splits(const LeafView& leaf, const GrowthLimits& limits) = 0;
};

// Proposes all there is. REWRITE: each group that is not wholly in the leaf. SPLIT: each metric
// that was observed, at up to `thresholds` places between observed values, with either side getting
// each group besides, or losing it: more metrics are not better, and REWRITE alone could never take
// one away.
class EnumeratingProposer final : public Proposer {
 public:
  explicit EnumeratingProposer(std::vector<MetricGroup> groups, size_t thresholds = 5)
      : m_groups(std::move(groups)), m_thresholds(thresholds) {}
  Result<std::vector<Change>> rewrites(const LeafView& leaf, const GrowthLimits& limits) override;
  Result<std::vector<Change>> splits(const LeafView& leaf, const GrowthLimits& limits) override;

 private:
  std::vector<MetricGroup> m_groups;
  size_t m_thresholds;
};

// At most `most` thresholds that separate the values, spread evenly over their order. Each is the
// number with the fewest digits that lies between its neighbours.
std::vector<double> thresholdsBetween(std::vector<double> values, size_t most);

}  // namespace kw

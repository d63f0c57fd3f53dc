// SPDX-License-Identifier: GPL-3.0-or-later
// Where kernels end in a profiling tree, by what was observed of them.
#pragma once

#include <string>
#include <vector>

#include "client/learning/rewards.h"
#include "model/profile/policy.h"

namespace kw {

// The leaf that a walk over the observed values ends in. What was not observed is unknown to the
// tests.
const PolicyNode& leafOf(const Policy& policy, const ProfiledKernel& kernel);
// Its metrics.
MetricSet metricsOfLeaf(const PolicyNode& leaf);
// The most tests on any path to the node.
size_t depthOf(const Policy& policy, const std::string& node);
// Which kernels to set aside for confirming: `share` of those of each leaf of the tree (rounded to
// the nearest), chosen by a hash of the seed and their names, so by nothing that learning sees or
// does.
std::vector<bool> heldOut(const Policy& policy, const std::vector<ProfiledKernel>& kernels,
                          double share, uint64_t seed);
// The part of 0 to `parts` - 1 that each kernel belongs to: chosen alike, of sizes that differ by 1
// at most in each leaf.
std::vector<size_t> partsOf(const Policy& policy, const std::vector<ProfiledKernel>& kernels,
                            size_t parts, uint64_t seed);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// The way that a profile takes through a profiling tree, also through one that it was not taken
// with: decided from the values that were seen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/profile/policy.h"
#include "model/profile/profile.h"

namespace kw::view {

struct WalkedNode {
  size_t node = 0;  // its place in Policy::nodes()
  // A test: what was seen, none where the metric has no value on that device; and where it leads.
  std::optional<MetricValue> observed;
  bool isYes = false;
  bool isUndecided = false;  // its metric was not read, or not yet: the walk ends here
  // An acquisition or a leaf: what it asks for that was not read when the profile was taken.
  std::vector<std::string> unread;
  // What this node cost when the profile was taken; none where it was not on its way.
  const ProfileStep* recorded = nullptr;  // of the profile given to rewalk()
};

struct Rewalk {
  std::vector<WalkedNode> nodes;  // from the root on
  std::string leaf, regime;       // "" where `missing` says why none was reached
  std::string missing;            // the metric that a test would need and that was not read
};

// A test sees what it saw when the profile was taken, where it was on its way and is about the same
// metric: values may have grown more exact later. Otherwise the last value. A metric that had no
// value although its counters were asked for (the chip lacks them, or counters were refused) goes
// where the test sends what is unknown. One that was never asked for ends the walk: `missing`.
// The way of a profile that is still being made ends at the node that comes next.
Rewalk rewalk(const Policy& policy, const Profile& profile);

// A profile's steps as they were taken, as places in Policy::nodes(); those whose nodes the tree
// does not have are passed over.
std::vector<size_t> recordedPath(const Policy& policy, const Profile& profile);

}  // namespace kw::view

// SPDX-License-Identifier: GPL-3.0-or-later
// What another profiling tree would say of the candidates that were profiled.
#pragma once

#include <string>
#include <vector>

#include "view/profiling_tree/tree_walk.h"

namespace kw::view {

// The last profile of each candidate, case and device, as places in the list, in its order.
std::vector<size_t> lastOfEach(const std::vector<Profile>& profiles);

// Of the last profile of each candidate, case and device.
struct ProfileEffect {
  size_t profile = 0;         // its place in the list given
  std::string before, after;  // regimes; after is "" where it cannot be told
  std::string leafBefore, leafAfter;
  std::string missing;  // the metric that it would need and that was not read
};

struct PolicyEffect {
  std::vector<ProfileEffect> effects;
  size_t keep = 0, change = 0, unknown = 0;  // their regimes
};

// One that is still being made has no regime and is passed over.
PolicyEffect effectOf(const Policy& policy, const std::vector<Profile>& profiles);

// "7 of 9 profiled candidates keep their regime; BLOCK=64 on large: memory-bound → latency-bound;
// BLOCK=128 on large would need lanes_active, which was not read". At most `most` are named, the
// rest counted. Where all keep theirs, how many there are of each regime. "" for no profiles.
std::string effectText(const PolicyEffect& effect, const std::vector<Profile>& profiles,
                       size_t most);

// "BLOCK=64 on large".
std::string profileName(const Profile& profile);

}  // namespace kw::view

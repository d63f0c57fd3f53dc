// SPDX-License-Identifier: GPL-3.0-or-later
// What `kwr profile` prints.
#pragma once

#include <string>
#include <vector>

#include "base/json/value.h"
#include "model/profile/profile.h"
#include "model/profile/reading.h"

namespace kw::cli {

// "dram: DRAM throughput of its peak 52.21 % (measured) is below 60 %: no".
std::string stepText(const ProfileStep& step);
// The values of a profile, one a line, with how each is known.
std::vector<std::string> valueTexts(const Profile& profile);
// {"event":"step", …}.
json::Value stepLine(const ProfileStep& step);
// Each metric with its counter and passes.
std::vector<std::string> offerTexts(const CounterListing& listing);

}  // namespace kw::cli

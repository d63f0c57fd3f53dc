// SPDX-License-Identifier: GPL-3.0-or-later
// The limits that launches on the host device keep: those of an H200, so that templates behave
// alike.
#pragma once

#include <string>

#include "model/problem/problem.h"
#include "model/records/records.h"

namespace kw::host {

inline constexpr int64_t mostStaticShared = 49152;  // bytes of a block

// DeviceInfo::limits, with this machine's processors, cache and memory.
std::map<std::string, int64_t> deviceLimits();

// Why the launch cannot be made, or "".
std::string beyondLimits(const ConcreteLaunch& launch);

}  // namespace kw::host

// SPDX-License-Identifier: GPL-3.0-or-later
// Cold launches that are too short for the clock of events: timed many to a sample, each on a copy
// of the data that nothing has touched since the caches were flushed.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "runner/device/device.h"

namespace kw {

// What the launches and the steps around them read or write; not what is only copied from.
std::set<BufferId> buffersOf(const TimingPlan& plan);

// How many copies fill a sample of 0.2 ms, given the samples of single launches, the bytes that one
// copy takes and those that are free. 0: none, since the launches are long enough, the protocol
// does not want it, or there is no room.
int copiesWorthMaking(const Protocol& protocol, const std::vector<double>& samples,
                      int64_t bytesOfCopy, int64_t freeBytes);

}  // namespace kw

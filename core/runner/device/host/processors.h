// SPDX-License-Identifier: GPL-3.0-or-later
// The processors this process may run on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kw::host {

std::vector<int> processors();   // their numbers; at least one
std::string processorName();     // "AMD EPYC 9B45"; the architecture where it is not said
int64_t lastLevelCacheBytes();   // 32 MiB where it is not said, at most 64 MiB
int64_t memoryBytes();           // of the machine, or of the control group where that is less
int64_t availableMemoryBytes();  // that can be had now

}  // namespace kw::host

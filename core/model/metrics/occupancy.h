// SPDX-License-Identifier: GPL-3.0-or-later
// How many blocks of a launch a multiprocessor holds, worked out before anything is launched, and
// which limit of the device a launch exceeds. A limit that the device does not give (0, as many on
// the host) limits nothing.
#pragma once

#include <string>

#include "model/problem/problem.h"
#include "model/records/records.h"

namespace kw {

// The rules are those of compute capability 8.0 to 12.x: registers are given to warps in units of
// 256, from a file in four parts; shared memory in units of 128 bytes, with what CUDA reserves for
// each block. occupancy is 0 and limitedBy "" where the device has no multiprocessors to fill
// (host).
LaunchOccupancy occupancy(const ConcreteLaunch& launch, const KernelResources& resources,
                          const DeviceInfo& device);

// What the launch asks for and the device does not have, in one sentence that names the launch, the
// number and the limit; "" where it fits. Also dimensions that are not positive.
std::string exceededLimit(const ConcreteLaunch& launch, const KernelResources& resources,
                          const DeviceInfo& device);

// Registers of one block as the hardware counts them against registers_per_block.
int64_t registersOfBlock(const ConcreteLaunch& launch, const KernelResources& resources,
                         const DeviceInfo& device);

}  // namespace kw

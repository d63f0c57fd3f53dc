// SPDX-License-Identifier: GPL-3.0-or-later
// What a device reaches at most, measured with our own kernels.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/result/result.h"
#include "model/records/records.h"
#include "runner/device/cuda/gpu.h"

namespace kw::cuda {

// By the names of DeviceInfo::measuredPeaks, as measured on this device with this driver in the
// last 30 days (cacheFolder()/peaks.json); empty if never.
std::map<std::string, double> knownPeaks(const DeviceInfo& info);

// Measures them (a second or two and up to 2 GiB of memory) and remembers them: DRAM read, written
// and copied (both directions counted), L2 and shared memory read, multiply-adds (two operations
// each) in fp32, fp64 and fp16, and products of tensor cores in fp16 and bf16, summed in fp32: by
// wgmma on compute capability 9.0, by mma on 8.x, on others not at all.
Result<std::map<std::string, double>> measurePeaks(const std::shared_ptr<Gpu>& gpu,
                                                   const DeviceInfo& info);

}  // namespace kw::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
// What a device reaches at most, measured with our own kernels.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/result/result.h"
#include "runner/device/cuda/gpu.h"
#include "runner/device/cuda/own_kernels.h"

namespace kw::cuda {

// By the names of DeviceInfo::measuredPeaks, as measured on this device with this driver in the
// last 30 days (cacheFolder()/peaks.json); empty if never.
std::map<std::string, double> knownPeaks(const DeviceInfo& info);

// Measures them (about half a second and up to 2 GiB of memory) and remembers them.
Result<std::map<std::string, double>> measurePeaks(const std::shared_ptr<Gpu>& gpu,
                                                   const OwnKernels& kernels,
                                                   const DeviceInfo& info);

}  // namespace kw::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPUs are here and what their limits are, asked from the driver without making a context.
#pragma once

#include <string>

#include "base/result/result.h"
#include "runner/device/cuda/driver_api.h"
#include "runner/device/registry.h"

namespace kw::cuda {

DeviceKind::Listing listDevices();

// Identity, limits and abilities of the device with the given number.
Result<DeviceInfo> describeDevice(const DriverApi& api, int number);

// 0 of "cuda:0"; ErrorKind::badInput for other texts.
Result<int> deviceNumber(const std::string& id);

}  // namespace kw::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA GPUs as a kind of device.
#pragma once

#include "runner/device/registry.h"

namespace kw {

DeviceKind cudaDeviceKind();

}  // namespace kw

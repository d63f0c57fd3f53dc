// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runner/device/registry.h"

namespace kw {

// The CPU as a device. Where no sandbox can be had, it is there only with consent to do without
// one.
DeviceKind hostDeviceKind(bool consentToNoSandbox);

}  // namespace kw

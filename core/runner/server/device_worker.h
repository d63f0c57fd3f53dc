// SPDX-License-Identifier: GPL-3.0-or-later
// The process that owns a device and runs candidates on it. It may crash or hang with any of them:
// the supervisor then replaces it.
#pragma once

#include <string>
#include <vector>

#include "runner/device/registry.h"
#include "runner/server/options.h"
#include "runner/server/worker_pipe.h"

namespace kw {

// Until the supervisor goes or the device is lost. Does not return.
[[noreturn]] void runDeviceWorker(ProtocolStreams streams, const std::vector<DeviceKind>& kinds,
                                  const RunnerOptions& options);

}  // namespace kw

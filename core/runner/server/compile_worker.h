// SPDX-License-Identifier: GPL-3.0-or-later
// The process that compiles candidates. It never loads a driver, and no candidate runs in it.
#pragma once

#include <vector>

#include "runner/device/registry.h"
#include "runner/server/worker_pipe.h"

namespace kw {

// Until the supervisor goes. Does not return.
[[noreturn]] void runCompileWorker(ProtocolStreams streams, const std::vector<DeviceKind>& kinds);

}  // namespace kw

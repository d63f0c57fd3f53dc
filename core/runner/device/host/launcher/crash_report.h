// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the launcher when a candidate faults: it says why in the reply block and ends.
#pragma once

#include "runner/device/host/shared/launch_protocol.h"

namespace kw::host {

// The block that reports go to, and the number of the command being carried out.
void reportTo(Reply& reply, const std::atomic<uint32_t>& command);
// Signal handlers for the process, and a stack for them for this OS thread.
void catchSignals();
void giveSignalStack();

// From any thread, once: the message with the CUDA thread that was running, then the end of the
// process.
[[noreturn]] void reportAndEnd(const char* message, const void* place = nullptr);
// Where the candidate lies, so that the place in its code can be told that comes with a report.
void reportPlacesIn(const void* begin);

}  // namespace kw::host

// SPDX-License-Identifier: GPL-3.0-or-later
// The protocol's own descriptors.
#pragma once

#include "base/process/child.h"
#include "base/result/result.h"

namespace kw {

struct ProtocolStreams {
  process::Descriptor input;
  process::Descriptor output;
};

// Moves descriptors 0 and 1 to private ones that no child inherits, then points 0 at /dev/null and
// 1 at 2: whatever a kernel, a driver or a library prints goes to standard error and cannot break
// the protocol. Must come before anything else that opens files or starts threads.
Result<ProtocolStreams> takeStandardStreams();

}  // namespace kw

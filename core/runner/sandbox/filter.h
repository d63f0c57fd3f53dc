// SPDX-License-Identifier: GPL-3.0-or-later
// The seccomp filters of the sandbox.
#pragma once

#include "base/process/child.h"
#include "base/result/result.h"

namespace kw::sandbox {

bool haveFilters();  // built with libseccomp

// A file with the program that bubblewrap loads before it starts the sandboxed program. It refuses
// sockets, tracing, mounts, keys, BPF, performance counters and the like with EPERM; and new
// processes, though not threads, unless `mayStartProcesses`.
Result<process::Descriptor> filterFile(bool mayStartProcesses);

}  // namespace kw::sandbox

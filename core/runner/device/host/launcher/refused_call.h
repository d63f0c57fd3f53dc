// SPDX-License-Identifier: GPL-3.0-or-later
// What a candidate tried when the launch filter raised SIGSYS.
#pragma once

#include <csignal>
#include <cstddef>

namespace kw::host {

// Whether it was the C library itself, which looks into a file of the system's now and then (to
// give memory back, say) and does without. The call then fails with EPERM in `context`, the third
// argument of the signal's handler, and the candidate goes on.
bool isLibrarysOwn(const siginfo_t& information, void* context);

// "tried to open a socket (system call 41), which the sandbox refuses". For signal handlers.
void describeRefusedCall(const siginfo_t& information, char* message, size_t bytes);

}  // namespace kw::host

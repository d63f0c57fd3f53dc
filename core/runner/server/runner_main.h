// SPDX-License-Identifier: GPL-3.0-or-later
// The whole of a runner program but for the list of its device kinds.
#pragma once

#include <vector>

#include "runner/device/registry.h"

namespace kw {

// True if the command line says --consent-to-no-sandbox: some kinds are made with that knowledge.
bool consentGiven(int argc, char** argv);

// Gives the program's exit status. Must be the first thing that a main() does: it moves the
// standard streams away before anything can print. The program starts itself again (/proc/self/exe)
// as its workers.
int runnerMain(int argc, char** argv, std::vector<DeviceKind> kinds);

}  // namespace kw

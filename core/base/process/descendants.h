// SPDX-License-Identifier: GPL-3.0-or-later
// What a program has started and that has left its process group (setsid, a daemon): it can be
// found as long as it is among the program's descendants.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace kw::process {

// For ChildOptions::beforeExec: the program is given the orphans below it as its children, so that
// none leaves its descendants as long as it runs. Async-signal-safe.
void keepOrphans();

// Ends all descendants of our child, and leaves itself stopped, to be killed and reaped as
// always. All are stopped first, so that none starts more meanwhile and no process id is used anew.
// Gives those that could not be ended, such as "sudo (4711)".
std::vector<std::string> endDescendants(pid_t child);

}  // namespace kw::process

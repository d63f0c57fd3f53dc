// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kw {

// From here on every thread of this process may only compute, wait, map memory, receive descriptors
// and write to its standard error: opening files, starting anything, sockets and the rest fail with
// EPERM. For a program that holds a candidate and needs nothing more. An empty text, or why it
// could not be done.
std::string enterLaunchFilter();

}  // namespace kw

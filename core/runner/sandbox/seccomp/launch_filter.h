// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kw {

enum class LaunchStage {
  loading,    // files may be opened for reading, so that a shared object can be loaded
  launching,  // no files any more
};

// From here on every thread of this process may only compute, wait, map memory, receive descriptors
// and write to its standard output and standard error. What only somebody with intent does
// (sockets, processes and threads, files, memory that no limit counts) raises SIGSYS, whose handler
// must be in place and cannot be changed any more; the rest fails with EPERM. For a program that
// holds a candidate and needs nothing more. Loading may be followed by launching. An empty text, or
// why it could not be done.
std::string enterLaunchFilter(LaunchStage stage);

}  // namespace kw

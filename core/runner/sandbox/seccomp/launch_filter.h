// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kw {

enum class LaunchStage {
  loading,    // files may be opened for reading, so that a shared object can be loaded
  launching,  // no files any more
};

// From here on every thread of this process may only compute, wait, map memory, receive descriptors
// and write to its standard output and standard error: starting threads or anything else, sockets
// and the rest fail with EPERM. For a program that holds a candidate and needs nothing more.
// Loading may be followed by launching. An empty text, or why it could not be done.
std::string enterLaunchFilter(LaunchStage stage);

}  // namespace kw

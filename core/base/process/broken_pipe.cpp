// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/process/broken_pipe.h"

#include <csignal>
#include <mutex>

namespace kw::process {

void ignoreBrokenPipes() {
  static std::once_flag once;
  std::call_once(once, [] { std::signal(SIGPIPE, SIG_IGN); });
}

}  // namespace kw::process

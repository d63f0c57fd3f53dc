// SPDX-License-Identifier: GPL-3.0-or-later
// kwr-host-launcher: runs one compiled candidate on the CPU for kwr-runner, which starts it in a
// sandbox.
#include <cstdlib>
#include <cstring>

#include "runner/device/host/launcher/launcher.h"

int main(int argc, char** argv) {
  if (argc != 5) return 2;  // started by hand: there is nothing to talk to
  const int threads = std::atoi(argv[2]);
  return kw::host::runLauncher(argv[1],
                               {.threads = threads > 0 ? static_cast<unsigned>(threads) : 1,
                                .mustFilter = std::strcmp(argv[3], "filtered") == 0,
                                .isSanitized = std::strcmp(argv[4], "sanitized") == 0});
}

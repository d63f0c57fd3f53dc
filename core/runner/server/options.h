// SPDX-License-Identifier: GPL-3.0-or-later
// What a runner was started with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result/result.h"

namespace kw {

struct RunnerOptions {
  // The program starts itself again for the two workers, and to keep clocks locked.
  enum class Role { supervisor, compileWorker, deviceWorker, clockKeeper };
  Role role = Role::supervisor;
  bool help = false;
  bool version = false;
  bool consentToNoSandbox = false;
  // Takes no lock on the device: whoever started this runner has the device through another one,
  // and leaves it idle meanwhile.
  bool borrowsDevice = false;
  int lockedClock = 0;                    // MHz; 0: clocks are left as they are
  std::string keptDevice;                 // of a clock keeper: its kind and uuid, "cuda/GPU-…"
  std::string launchLog;                  // "" keeps none
  int64_t cacheLimit = int64_t{4} << 30;  // bytes of uploaded files that are kept
  double deadlineSeconds = 0;  // on the device without a sign of progress (ten times that while a
                               // problem is opened); 0: chosen
};

Result<RunnerOptions> parseRunnerOptions(const std::vector<std::string>& arguments);

// The command line that starts this program as one of its workers.
std::vector<std::string> workerCommand(const RunnerOptions& options, RunnerOptions::Role role);

std::string runnerHelp();
std::string runnerVersion();  // "0.1.0"

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// What NVIDIA's compute-sanitizer says of a candidate: the runner is started once more under each
// of its tools, and the candidate verified there.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "client/engine/engine.h"

namespace kw {

struct SanitizingJob {
  RunnerChoice choice;
  uint64_t seed = 1;  // of the inputs
  // Another runner of ours has the device, and leaves it idle meanwhile.
  bool isDeviceLent = false;
  // Only the cases that serve correctness, where there are any: they are small.
  bool smallCasesOnly = false;
  // Tools that come after one with a finding are left out.
  bool endsAtFinding = false;
};

// Adds to the verdict of an evaluation that was verified on `device`: a finding makes it wrong, the
// tools that found nothing stand in `sanitizers`, what could not be run in `unchecked`. Nothing is
// done where the device is no GPU. The tool is found in PATH or in /usr/local/cuda/bin, or is what
// KERNELWRIGHT_SANITIZER names (then devices of any kind take part). `note` is told which tool
// runs. ErrorKind::cancelled where stop is requested; other failures are `unchecked`.
Status runSanitizers(const SanitizingJob& job, const LoadedProblem& problem,
                     const DeviceInfo& device, Evaluation& evaluation,
                     const std::function<void(const std::string&)>& note, std::stop_token stop);

}  // namespace kw

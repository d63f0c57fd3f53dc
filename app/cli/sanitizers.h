// SPDX-License-Identifier: GPL-3.0-or-later
// What NVIDIA's compute-sanitizer says of a candidate: the runner is started once more under each
// of its tools, and the candidate verified there.
#pragma once

#include "cli/run_options.h"

namespace kw::cli {

// Adds to the verdict of an evaluation that was verified on `device`: a finding makes it wrong,
// what could not be run is said in `unchecked`. Nothing is done where the device is no GPU. The
// tool is found in PATH or in /usr/local/cuda/bin, or is what KERNELWRIGHT_SANITIZER names (then
// devices of any kind take part). ErrorKind::cancelled where stop is requested; other failures are
// `unchecked`.
Status runSanitizers(const RunnerChoice& choice, const LoadedProblem& problem, uint64_t seed,
                     const DeviceInfo& device, Evaluation& evaluation, Context& context);

}  // namespace kw::cli

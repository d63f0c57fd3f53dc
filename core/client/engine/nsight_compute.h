// SPDX-License-Identifier: GPL-3.0-or-later
// Nsight Compute as a second collector: one launch of a candidate, on one case, under ncu.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "client/engine/engine.h"
#include "client/profile/ncu_file.h"

namespace kw {

struct NsightJob {
  Candidate candidate;
  std::string caseName;
  uint64_t seed = 1;             // of the inputs
  std::filesystem::path report;  // ends in .ncu-rep; one that is there is replaced
};

// Starts a runner under `ncu --set full --clock-control none`, launches the candidate there once,
// keeps ncu's report and gives what it holds. No other runner may have the device meanwhile. A
// candidate of several launches gives several. ncu is found in PATH or in /usr/local/cuda/bin, or
// is what KERNELWRIGHT_NCU names. ErrorKind::missing where it is not there, or the runner is not of
// this machine; else what went wrong, with the end of ncu's own log.
Result<std::vector<NcuLaunch>> profileWithNcu(const RunnerChoice& choice,
                                              const LoadedProblem& problem, const NsightJob& job,
                                              const std::function<void(const std::string&)>& note,
                                              std::stop_token stop);

}  // namespace kw

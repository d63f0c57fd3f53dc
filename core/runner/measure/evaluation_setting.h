// SPDX-License-Identifier: GPL-3.0-or-later
// What is the same for all candidates of an opened problem.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "model/problem/problem_file.h"
#include "runner/device/device.h"
#include "runner/measure/deep_check.h"
#include "runner/measure/open_case.h"

namespace kw {

struct EvaluationSetting {
  Device& device;
  const LoadedProblem& problem;
  const OpenCases& cases;
  bool keepScratch = true;
  uint64_t seed = 1;
  // Milliseconds of the source by case, as far as they are known: deadlines follow from them.
  std::map<std::string, double>& sourceMilliseconds;
  DeepCheck& deep;
  // Of the fastest one that was looked at in full, the source included; 0: none yet.
  double& bestMilliseconds;
};

// Seconds that one launch sequence may take: generous against the source's time, or, as long as
// that is unknown, long.
double launchDeadline(const EvaluationSetting& setting, const OpenCase& open);

// How far verdicts can be trusted: "independent (NumPy)", or with how many cases each judges where
// they differ.
std::string oracleStrength(const OpenCases& cases);

}  // namespace kw

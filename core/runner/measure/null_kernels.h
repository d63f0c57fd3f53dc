// SPDX-License-Identifier: GPL-3.0-or-later
// Whether oracle and tolerance can tell right from wrong: what kernels that do nothing of use would
// leave is compared like the outputs of a candidate.
#pragma once

#include <string>
#include <vector>

#include "base/result/result.h"
#include "runner/measure/open_case.h"

namespace kw {

// Those of "writes zeros", "copies its input" and "writes the mean of what is wanted" that are
// right on every case where they can be tried. The cases have wanted values. Outputs of more than
// 2^22 elements are tried with zeros only.
Result<std::vector<std::string>> acceptedNullKernels(Device& device, const OpenCases& cases,
                                                     bool keepScratch, std::stop_token stop);

// For the report: "a kernel that writes zeros is right on all cases: …".
std::string nullKernelWarning(const std::string& kernel);

}  // namespace kw

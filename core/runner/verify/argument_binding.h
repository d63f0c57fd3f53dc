// SPDX-License-Identifier: GPL-3.0-or-later
// A candidate's launches with a case's buffers and values put in.
#pragma once

#include <vector>

#include "base/result/result.h"
#include "runner/device/device.h"
#include "runner/verify/case_data.h"

namespace kw {

// The buffers must have been allocated. Arguments that the problem does not declare are faults. The
// box of a tensor map may depend on the configuration.
Result<std::vector<BoundLaunch>> boundLaunches(const CaseData& data,
                                               const std::vector<ConcreteLaunch>& launches,
                                               const Configuration& configuration);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a recording as evaluations.
#pragma once

#include "model/problem/problem_file.h"
#include "model/records/recording.h"

namespace kw {

// The device that a recording names, which nothing can run on.
DeviceInfo recordedDevice(const Recording& recording);

// One for each row, in their order. The times that the file gives as its objective are the medians,
// too; their interval is that of the mean where there are samples whose mean they are.
std::vector<Evaluation> evaluationsOf(const Recording& recording, const LoadedProblem& problem);

}  // namespace kw

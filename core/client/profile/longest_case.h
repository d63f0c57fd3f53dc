// SPDX-License-Identifier: GPL-3.0-or-later
// Which performance case is worth profiling where nobody names one.
#pragma once

#include <string>
#include <vector>

#include "model/problem/problem.h"
#include "model/records/records.h"

namespace kw {

// The one that took the candidate longest, cold, where an evaluation knows; else the one that took
// anybody longest; else the one that moves the most bytes by the work model, or computes the most
// where it states none; else the first. "" where the problem has no performance case.
std::string longestCase(const Problem& problem, const Candidate& candidate,
                        const std::vector<Evaluation>& evaluations);

}  // namespace kw

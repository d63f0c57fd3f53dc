// SPDX-License-Identifier: GPL-3.0-or-later
// A problem for the null device: `copy` writes `out` from `in`. Its template has the parameters
// FAULT (null_device.h), TIME (1 to 8) and INDEX (0 to 9999, for large spaces).
#pragma once

#include <string>

#include "base/files/files.h"
#include "model/problem/problem_file.h"
#include "model/records/records.h"

namespace kw::test {

// Writes the problem into a folder and reads it.
Result<LoadedProblem> makeNullProblem(const files::Path& folder, const std::string& name = "copy");

// A configuration of its space; `index` is 0 to 9999.
Candidate nullCandidate(const LoadedProblem& problem, const std::string& fault, int64_t time = 1,
                        int64_t index = 0);
Candidate sourceCandidate(const LoadedProblem& problem);

}  // namespace kw::test

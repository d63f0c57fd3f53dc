// SPDX-License-Identifier: GPL-3.0-or-later
// A problem.json that stands for an imported recording: "recorded" in place of a kernel.
#pragma once

#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "model/problem/problem_parts.h"

namespace kw {

// The name of the one case of such a problem.
inline constexpr const char* recordedCase = "recorded";
// The format of an origin that states a space and nothing that was measured.
inline constexpr const char* t1Format = "T1";

bool isRecordedProblem(const json::Value& root);

// All faults at once; `shown` stands in them for problem.json. Names of parameters may be any text:
// they stand in no template.
Result<LoadedProblem> readRecordedProblem(const json::Value& root, ProblemParts parts,
                                          const std::string& shownFolder, const std::string& shown);

// The problem.json that readRecordedProblem reads. Of `name`, characters that no name of a problem
// may have become '_'.
ProblemPart recordedProblemFile(const std::string& name, const RecordedOrigin& origin,
                                const std::vector<Parameter>& parameters);

// An error (ErrorKind::badInput) for a problem that was imported, which says that it cannot be run.
Status requireKernel(const Problem& problem);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a problem names: read, and checked against the problem.
#pragma once

#include <string>
#include <vector>

#include "base/json/reader.h"
#include "model/problem/problem.h"
#include "model/problem/problem_parts.h"

namespace kw {

// Fills in the texts and the space of `problem`. `root` is what the problem was read from. Gives
// warnings; everything wrong is in `faults`.
std::vector<std::string> readProblemTexts(Problem& problem, const json::Value& root,
                                          ProblemParts& parts, const std::string& shownFolder,
                                          json::Faults& faults);

// The .npy file of an output for a case: "{case}" is replaced by the case's name.
std::string storedFile(const std::string& pattern, const std::string& caseName);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// The problem's own Python files that an oracle.py imports, so that they travel with it.
#pragma once

#include <string>
#include <vector>

#include "model/problem/problem_parts.h"

namespace kw {

// Paths below the problem's folder, sorted, also of what the imported ones import. Read off the
// text: what a program puts together at run time (importlib) is not found. Modules that are not in
// the folder are the Python installation's.
std::vector<std::string> importedModules(ProblemParts& parts, const std::string& oracle);

}  // namespace kw

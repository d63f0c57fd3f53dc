// SPDX-License-Identifier: GPL-3.0-or-later
// The hashes by which evaluations of one problem know each other.
#pragma once

#include "base/json/value.h"
#include "model/problem/problem_file.h"

namespace kw {

// Sets the four hashes from the problem and its parts. `root` is problem.json as read.
void setHashes(LoadedProblem& loaded, const json::Value& root);

}  // namespace kw

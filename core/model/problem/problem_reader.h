// SPDX-License-Identifier: GPL-3.0-or-later
// problem.json itself, without the files that it names.
#pragma once

#include "base/json/reader.h"
#include "model/problem/problem.h"

namespace kw {

// Whatever can be read is read; everything wrong is in `faults`. Names of files are taken as they
// stand.
Problem readProblem(const json::Value& root, json::Faults& faults);

// What the members say of each other: outputs and their comparisons, duplicate names, references by
// name. `root` is what the problem was read from.
void checkReferences(const Problem& problem, const json::Value& root, json::Faults& faults);

}  // namespace kw

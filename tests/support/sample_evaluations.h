// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluations of a problem that were never measured: the same ones for the same count, with every
// kind of verdict among them. For tests of what shows them.
#pragma once

#include <string>
#include <vector>

#include "model/problem/problem_file.h"
#include "model/records/records.h"

namespace kw::test {

// A kernel of the library.
LoadedProblem libraryProblem(const std::string& name = "silu_and_mul");

// The device they pretend to come from, with limits as an H200 has them.
DeviceInfo sampleDevice();

// The source first, then `count` candidates (configurations repeat where the space is smaller, with
// keys that differ). About one in nine fails. With `samples`, each measurement has its samples.
std::vector<Evaluation> sampleEvaluations(const LoadedProblem& problem, size_t count,
                                          bool samples = true);

}  // namespace kw::test

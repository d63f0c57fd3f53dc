// SPDX-License-Identifier: GPL-3.0-or-later
// The source kernel as an oracle: verified on the cases that an independent one judges, then run
// for the others.
#pragma once

#include <stop_token>

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "runner/measure/open_case.h"
#include "runner/measure/prepared_problem.h"

namespace kw {

// Gives every case with Judge::trusted its wanted values and its strength; `warnings` gets a line
// where nothing independent stands behind them. ErrorKind::badInput where the source is needed and
// does not compile, crashes, or is wrong on a case.
Status answerFromSource(Device& device, const LoadedProblem& problem, const OpenCases& cases,
                        const PrepareOptions& options, bool keepScratch,
                        std::vector<std::string>& warnings, std::stop_token stop);

// The same for one case alone, where its wanted values were damaged later.
Status answerAgain(Device& device, const LoadedProblem& problem, const OpenCases& cases,
                   OpenCase& damaged, const CompileOutcome& source, bool keepScratch);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Cases that a model proposed to show a template to be wrong: tried on copies of the problem, since
// its own cases belong to what identifies its results.
#pragma once

#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/agent/measured_problem.h"
#include "model/problem/problem_file.h"
#include "model/proposal/role_replies.h"

namespace kw {

// The problem with this case besides its own, for correctness alone. ErrorKind::badInput where the
// problem's rules do not allow it: an input that is none, a fill that does not suit its type.
Result<LoadedProblem> withCase(const LoadedProblem& problem, const TestCase& test);

// Why the case cannot be tried on the device: its buffers need more than an eighth of its memory.
// "" where it can.
std::string faultOfSize(const LoadedProblem& withCase, const TestCase& test,
                        const DeviceInfo& device);

struct FurtherFindings {
  std::string fault;                 // of the best candidate, for whoever wrote it; "": none
  std::vector<std::string> remarks;  // what became of each case, one sentence each
};

// Looks at the best candidate of the template in full on each case that the source kernel itself is
// right on. A fault is stored as a second evaluation of the candidate, which puts it out. Nothing
// else is stored. Ends at the first fault.
Result<FurtherFindings> tryFurtherCases(const MeasuringOptions& options,
                                        const LoadedProblem& problem,
                                        const MeasuredProblem& measured, const TestCases& tests,
                                        Session& session,
                                        const std::function<void(const std::string&)>& note,
                                        std::stop_token stop);

}  // namespace kw

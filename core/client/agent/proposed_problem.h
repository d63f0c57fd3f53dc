// SPDX-License-Identifier: GPL-3.0-or-later
// A problem with a proposal's template and space in the place of its own.
#pragma once

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "model/proposal/proposal.h"

namespace kw {

// Nothing is written to any folder. The errors are those of loadProblem(): a kernel that the
// template lacks, a parameter that it never uses, an argument that nobody declared.
Result<LoadedProblem> withProposal(const LoadedProblem& problem, const Proposal& proposal);

}  // namespace kw

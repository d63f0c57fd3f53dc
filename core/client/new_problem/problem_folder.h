// SPDX-License-Identifier: GPL-3.0-or-later
// Problem folders on disk, new ones and ones that get their first template.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/lifting/lift.h"
#include "client/new_problem/draft.h"
#include "model/problem/problem_file.h"

namespace kw::drafting {

struct WrittenProblem {
  std::filesystem::path folder;
  std::vector<std::string> files;     // those that were written, in the folder
  std::vector<std::string> warnings;  // of the problem as `kwr check` reads it
  lifting::Lifted lifted;             // no parameters: no template was written
  std::string diff;                   // from kernel.cu to template.cu
};

// A problem as it would be written.
struct PreparedProblem {
  std::vector<ProblemPart> parts;
  WrittenProblem written;  // without files yet
};

// From a draft that lacks nothing, with what could be lifted if `lifts`. Nothing is written.
// Errors: ErrorKind::badInput for what would not pass `kwr check`, with the faults and their key
// paths in problem.json; the oracle cannot be read.
Result<PreparedProblem> prepareProblem(const Draft& draft, const Answers& answers,
                                       const std::filesystem::path& folder, bool lifts = true);

// Whether a new folder can be made there. Errors: ErrorKind::badInput with the option to change.
Status checkNewFolder(const std::filesystem::path& folder);

// Makes the prepared problem's folder, the one around it has to be there; nothing is replaced.
Result<WrittenProblem> storeProblem(PreparedProblem prepared);

// Both.
Result<WrittenProblem> writeProblem(const Draft& draft, const Answers& answers,
                                    const std::filesystem::path& folder);

// Lifts the constants of a problem that has no template yet and writes template.cu and space.json
// beside its problem.json, which names them from then on. Errors: it has a template, or such files.
Result<WrittenProblem> liftProblem(const LoadedProblem& problem);

}  // namespace kw::drafting

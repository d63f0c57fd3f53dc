// SPDX-License-Identifier: GPL-3.0-or-later
// A candidate's PTX, SASS or assembly, made by a runner. Needs no GPU: only the compiler.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "client/engine/engine.h"
#include "model/records/code_listing.h"

namespace kw {

struct ListingJob {
  Candidate candidate;
  std::string format;        // "ptx", "sass", or "assembly" of the CPU
  std::string architecture;  // "sm_90"; "": of the runner's GPU, or sm_90 where it has none
};

// Starts the first runner of the choice and has the candidate compiled there. Blocks;
// ErrorKind::cancelled where `stop` was requested, ErrorKind::missing where the compiler or a
// disassembler is not there (with what to install), ErrorKind::badInput where it does not compile.
Result<CodeListing> listCode(const RunnerChoice& choice, const LoadedProblem& problem,
                             const ListingJob& job,
                             const std::function<void(const std::string&)>& note,
                             std::stop_token stop);

}  // namespace kw

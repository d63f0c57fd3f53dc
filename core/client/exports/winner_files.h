// SPDX-License-Identifier: GPL-3.0-or-later
// From a session to CUDA files of a candidate on disk.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/session/session.h"

namespace kw {

// Which candidate of a session.
struct WinnerChoice {
  std::string key = {};  // of an evaluation, which must be verified on all cases; "": the winner
  std::string deviceId = {}, protocol = {};  // as in standingIn()
  bool generalOnly = false;                  // without the winners of single cases
};

// Writes `file` (a .cu), its header and what else belongs to it, and gives their paths. With a key,
// of that candidate alone. What is there and was not exported before is not replaced
// (ErrorKind::badInput).
Result<std::vector<std::string>> writeWinner(Session& session, const LoadedProblem& problem,
                                             const std::filesystem::path& file,
                                             const WinnerChoice& choice = {});

}  // namespace kw

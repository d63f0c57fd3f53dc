// SPDX-License-Identifier: GPL-3.0-or-later
// From a session to CUDA files of a candidate on disk.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "client/session/session.h"

namespace kw {

// Writes `file` (a .cu), its header and what else belongs to it, and gives their paths. Of the
// winner; with a `key`, of that evaluation, which must be verified on all cases.
// Of the winner alone with a `key` or `generalOnly`; otherwise with the winners of single cases.
// What is there and was not exported before is not replaced (ErrorKind::badInput).
Result<std::vector<std::string>> writeWinner(Session& session, const LoadedProblem& problem,
                                             const std::filesystem::path& file,
                                             std::string_view key = {}, bool generalOnly = false);

}  // namespace kw

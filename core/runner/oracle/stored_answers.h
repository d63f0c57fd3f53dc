// SPDX-License-Identifier: GPL-3.0-or-later
// Oracles that are .npy files of the problem's folder.
#pragma once

#include <filesystem>

#include "runner/oracle/oracle_answer.h"

namespace kw {

// The arrays of oracle.stored for a case ("{case}" in a file's name stands for the case's), each in
// its answerType. Missing files and wrong shapes are faults that name case and output.
Result<Arrays> storedAnswers(const Oracle& oracle, const std::filesystem::path& folder,
                             const OracleQuestion& question);

}  // namespace kw

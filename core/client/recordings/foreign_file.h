// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other tuners, opened without being imported by hand first.
#pragma once

#include <filesystem>

#include "base/result/result.h"
#include "model/problem/problem_file.h"

namespace kw {

// A regular file that is no session, no problem.json and no other file of ours: what other tuners
// write is recognised by its content, whatever its name.
bool isForeignFile(const std::filesystem::path& file);

// What such a file holds.
struct ForeignFile {
  // Of a recording: the session that it was imported into, in the cache folder, named after its
  // content, so that opening it again finds it. Empty for a T1 file.
  std::filesystem::path session;
  // Of a T1 file: its parameters and constraints, as a problem that stands for them. It has no
  // kernel that could be run (see requireKernel).
  std::optional<LoadedProblem> problem;
};
// Errors are those of readRecording and readT1.
Result<ForeignFile> openForeignFile(const std::filesystem::path& file);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Where a problem's session lies unless the user says otherwise.
#pragma once

#include <filesystem>

#include "model/problem/problem_file.h"

namespace kw {

// $XDG_STATE_HOME/kernelwright, or ~/.local/state/kernelwright; the working folder, as an absolute
// path, where there is no home folder.
std::filesystem::path defaultSessionFolder();
// NAME.kwr in that folder, with a mark of its folder for problems outside the library.
std::filesystem::path defaultSessionPath(const LoadedProblem& problem);

}  // namespace kw

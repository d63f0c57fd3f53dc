// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a problem's own that a text includes.
#pragma once

#include <string>
#include <vector>

#include "model/problem/problem_parts.h"

namespace kw {

struct IncludedFiles {
  std::vector<std::string> texts;  // each file once, in the order in which they are reached
  std::vector<Error> faults;       // paths that leave the folder, files that cannot be read
};

// Follows #include "…" (beside the including file, then in the include folders) and #include <…>
// (in the include folders). A file that is not the problem's own is left to the compiler.
IncludedFiles includedFiles(ProblemParts& parts, const std::string& path,
                            const std::vector<std::string>& includeFolders,
                            const std::string& shownFolder);

// "folder/name", or "name" where there is no folder.
std::string shownPath(const std::string& folder, const std::string& name);

}  // namespace kw

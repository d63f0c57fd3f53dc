// SPDX-License-Identifier: GPL-3.0-or-later
// Which files a candidate includes. A compiler's log quotes lines of the files it reads, so a
// candidate may only name files of CUDA and of its own problem.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"

namespace kw::cuda {

struct IncludedFile {
  std::string name;  // relative to the problem's folder
  std::string text;
};

// The problem's own files that `text` includes, directly or not, each once. Refused, naming the
// include: absolute paths, paths that leave the problem's folder (through ".." or a symbolic link),
// and names that only the preprocessor knows (#include MACRO). `folder` may be empty: then nothing
// of a problem can be included. `includeFolders` are relative to `folder`.
Result<std::vector<IncludedFile>> includedFiles(std::string_view text, const std::string& fileName,
                                                const std::filesystem::path& folder,
                                                const std::vector<std::string>& includeFolders);

}  // namespace kw::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
// A CUDA file with the files beside it that it includes, cut into pieces.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/source_reading/pieces.h"

namespace kw::reading {

struct GatheredSource {
  std::filesystem::path file;
  std::string text;                // of the file itself
  Tokens all;                      // of the file itself
  std::vector<Piece> pieces;       // of the file and, in their place, of what it includes
  std::vector<std::string> taken;  // included files whose pieces stand among them
};

// A quoted include is looked for beside the file that names it, in `folders`, and in the folders
// above the first file, three levels up; one in <> in `folders` only. What is not found stays an
// include, which is no fault here. Errors: the file cannot be read, is no text (a zero byte), or
// is larger than 8 MiB; with its includes, larger than 32 MiB.
Result<GatheredSource> gatherSource(const std::filesystem::path& file,
                                    const std::vector<std::filesystem::path>& folders = {});

// The same of a text that is no file; nothing is included.
Result<GatheredSource> sourceOfText(std::string text, const std::string& shownFile);

}  // namespace kw::reading

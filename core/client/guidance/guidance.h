// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on how kernels are made faster, found by words: our own of resources/guidance, and folders
// that the user adds.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"

namespace kw {

struct GuidanceNote {
  std::string title;  // the first line, without its marks
  std::string text;   // what follows
  std::string file;   // its name
};

class Guidance {
 public:
  // All *.md and *.txt of the folders, not of folders in them; larger files than 1 MiB are left
  // out. A folder that is not there is an error. What was left out is in `notes`.
  static Result<Guidance> open(const std::vector<std::filesystem::path>& folders,
                               std::vector<std::string>& notes);
  Guidance(Guidance&&) noexcept;
  Guidance& operator=(Guidance&&) noexcept;
  ~Guidance();

  size_t size() const;
  // The notes nearest to the words, by SQLite's bm25 over title and text, the nearest first; any
  // words will do.
  std::vector<GuidanceNote> find(std::string_view words, size_t most) const;

 private:
  struct Index;
  explicit Guidance(std::unique_ptr<Index> index);
  std::unique_ptr<Index> m_index;
};

}  // namespace kw

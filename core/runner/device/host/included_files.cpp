// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/included_files.h"

#include <filesystem>
#include <set>
#include <vector>

#include "base/files/files.h"
#include "base/files/hash.h"
#include "model/kernel/source_scan.h"

namespace kw::host {

namespace fs = std::filesystem;

std::string includedFilesHash(const CompileJob& job) {
  std::vector<fs::path> folders = {job.folder};
  for (const std::string& folder : job.options.includeFolders)
    folders.push_back(fs::path(job.folder) / folder);
  std::set<fs::path> seen;
  files::Sha256 hash;
  std::vector<std::string> texts = {job.text};
  while (!texts.empty()) {
    const std::vector<Include> includes = includesIn(texts.back());
    texts.pop_back();
    for (const Include& include : includes) {
      for (size_t i = 0; i < folders.size(); ++i) {
        const fs::path file = folders[i] / include.file;
        std::error_code none;
        if (!fs::is_regular_file(file, none) || !seen.insert(file.lexically_normal()).second)
          continue;
        // Quoted includes are looked for beside the including file first.
        if (const fs::path beside = file.parent_path(); beside != folders[i])
          folders.push_back(beside);
        auto text = files::readText(file);
        if (!text) continue;
        hash.update(include.file + '\0' + *text + '\0');
        texts.push_back(*std::move(text));
      }
    }
  }
  return seen.empty() ? "" : hash.finish();
}

}  // namespace kw::host

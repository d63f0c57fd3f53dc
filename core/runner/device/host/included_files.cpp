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

namespace {

bool isText(const std::string& content) {
  return content.find('\0') == std::string::npos;
}

// Also where a name climbs out with "..", is absolute or leads through a link.
bool isInside(const fs::path& file, const fs::path& folder) {
  std::error_code failure;
  const fs::path real = fs::canonical(file, failure);
  if (failure) return false;
  const fs::path relative = real.lexically_relative(fs::canonical(folder, failure));
  return !failure && !relative.empty() && *relative.begin() != "..";
}

}  // namespace

IncludedFiles includedFiles(const CompileJob& job) {
  IncludedFiles found;
  if (job.folder.empty()) return found;
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
        if (!fs::is_regular_file(file, none) || !isInside(file, job.folder) ||
            !seen.insert(file.lexically_normal()).second)
          continue;
        // Quoted includes are looked for beside the including file first.
        if (const fs::path beside = file.parent_path(); beside != folders[i])
          folders.push_back(beside);
        auto text = files::readText(file);
        if (!text || !isText(*text)) continue;
        found.paths.push_back(file.lexically_normal().string());
        hash.update(include.file + '\0' + *text + '\0');
        texts.push_back(*std::move(text));
      }
    }
  }
  if (!found.paths.empty()) found.hash = hash.finish();
  return found;
}

}  // namespace kw::host

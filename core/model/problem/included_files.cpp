// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/included_files.h"

#include <filesystem>
#include <set>

#include "model/kernel/source_scan.h"

namespace kw {

namespace {

class IncludeWalk {
 public:
  IncludeWalk(ProblemParts& parts, const std::vector<std::string>& folders,
              const std::string& shownFolder)
      : m_parts(parts), m_folders(folders), m_shownFolder(shownFolder) {}

  IncludedFiles run(const std::string& path) {
    m_seen.insert(path);
    std::vector<std::string> open{path};
    while (!open.empty()) {
      const std::string next = open.back();
      open.pop_back();
      const Result<const std::string*> text = m_parts.get(next);
      if (!text) {
        m_found.faults.push_back(text.error());
        continue;
      }
      if (next != path) m_found.texts.push_back(**text);
      for (const Include& include : includesIn(**text)) {
        const std::string file = resolve(include, next);
        if (!file.empty() && m_seen.insert(file).second) open.push_back(file);
      }
    }
    return std::move(m_found);
  }

 private:
  // The path of the problem's own file that is meant, or "".
  std::string resolve(const Include& include, const std::string& from) {
    std::vector<std::string> places = m_folders;
    const std::string beside = std::filesystem::path(from).parent_path().generic_string();
    if (include.quoted) places.insert(places.begin(), beside);
    for (const std::string& place : places) {
      const auto joined = std::filesystem::path(place) / include.file;
      const Result<std::string> path = insideFolder(joined.generic_string());
      if (path && m_parts.has(*path)) return *path;
      if (!path && include.quoted && place == beside) addFault(path.error(), include, from);
    }
    // Headers of the compiler and of CUDA are named without a way to them.
    const Result<std::string> name = insideFolder(include.file);
    if (!name && !include.quoted) addFault(name.error(), include, from);
    return {};
  }

  void addFault(Error error, const Include& include, const std::string& from) {
    error.place = Place{shownPath(m_shownFolder, from), include.line, 0, {}};
    m_found.faults.push_back(std::move(error));
  }

  ProblemParts& m_parts;
  const std::vector<std::string>& m_folders;
  const std::string& m_shownFolder;
  std::set<std::string> m_seen;
  IncludedFiles m_found;
};

}  // namespace

IncludedFiles includedFiles(ProblemParts& parts, const std::string& path,
                            const std::vector<std::string>& includeFolders,
                            const std::string& shownFolder) {
  return IncludeWalk(parts, includeFolders, shownFolder).run(path);
}

std::string shownPath(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a problem, from its folder or from memory. Each that is asked for is kept, so that
// afterwards parts() is exactly what the problem consists of.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem_file.h"

namespace kw {

// The path without "." and doubled '/', or an error where it is absolute, empty or leaves the
// folder.
Result<std::string> insideFolder(const std::string& path);

class ProblemParts {
 public:
  // Read from the folder as they are asked for.
  explicit ProblemParts(std::filesystem::path folder) : m_folder(std::move(folder)) {}
  // Nothing but these.
  static Result<ProblemParts> inMemory(std::vector<ProblemPart> parts);

  // Puts a part in place, whatever the folder holds under its path.
  void put(const std::string& path, std::string content);
  // Does not keep it.
  bool has(const std::string& path) const;
  // The content; it stays valid as long as this object. Errors say what is wrong with the path or
  // the file.
  Result<const std::string*> get(const std::string& path);

  std::vector<ProblemPart> parts() const;  // what was asked for, sorted by path

 private:
  ProblemParts() = default;
  Status checkLink(const std::string& path) const;

  std::filesystem::path m_folder;                // empty: in memory
  std::map<std::string, std::string> m_content;  // read, or given
  std::set<std::string> m_used;
};

}  // namespace kw

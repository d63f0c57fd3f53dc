// SPDX-License-Identifier: GPL-3.0-or-later
// What the source tree says of itself: its folders, what they include and what they declare to use.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace kw::test {

struct Include {
  std::string file;    // for messages
  std::string target;  // as written: "base/json/value.h" or <QString>
  bool isQuoted = false;
};

// A folder of core/ or widgets/ that is a library of its own.
struct Component {
  std::string name;               // "base/json"
  std::vector<std::string> uses;  // as declared in its CMakeLists.txt
  std::vector<Include> includes;
};

// All below `folder`, by name. Names and includes are relative to `root`.
std::vector<Component> readComponents(const std::filesystem::path& folder,
                                      const std::filesystem::path& root);

// The component among `names` that a quoted include leads to: that of the deepest folder above the
// file.
// "" where there is none, as for a generated header.
std::string componentOf(const std::string& target, const std::set<std::string>& names);

// Sources and headers below a folder.
std::vector<std::filesystem::path> sourceFiles(const std::filesystem::path& folder);

}  // namespace kw::test

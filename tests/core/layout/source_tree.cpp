// SPDX-License-Identifier: GPL-3.0-or-later
#include "source_tree.h"

#include <algorithm>
#include <regex>
#include <sstream>

#include "base/files/files.h"

namespace kw::test {

namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  return files::readText(path).value_or(std::string());
}

// The words behind USES in kw_component(USES a b EXTERNAL c).
std::vector<std::string> declaredUses(const std::string& cmake) {
  static const std::regex call("kw_component\\(([^)]*)\\)");
  std::smatch found;
  if (!std::regex_search(cmake, found, call)) return {};
  std::istringstream words(found[1].str());
  std::vector<std::string> uses;
  bool inUses = false;
  for (std::string word; words >> word;) {
    if (word == "USES" || word == "EXTERNAL" || word == "APART")
      inUses = word == "USES";
    else if (inUses)
      uses.push_back(word);
  }
  return uses;
}

void collectIncludes(const fs::path& file, const fs::path& root, std::vector<Include>& includes) {
  static const std::regex directive("^\\s*#\\s*include\\s*([\"<])([^\">]+)[\">]");
  std::istringstream lines(read(file));
  std::smatch found;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, found, directive))
      includes.push_back(
          {fs::relative(file, root).string(), found[2].str(), found[1].str() == "\""});
}

bool isSource(const fs::path& path) {
  const std::string extension = path.extension().string();
  return extension == ".cpp" || extension == ".h" || extension == ".c";
}

Component readComponent(const fs::path& folder, const fs::path& root, const std::string& cmake) {
  Component component;
  component.name = fs::relative(folder, root).string();
  component.uses = declaredUses(cmake);
  for (const auto& entry : fs::directory_iterator(folder))
    if (isSource(entry.path())) collectIncludes(entry.path(), root, component.includes);
  return component;
}

}  // namespace

std::vector<Component> readComponents(const fs::path& folder, const fs::path& root) {
  std::vector<Component> components;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().filename() != "CMakeLists.txt") continue;
    const std::string cmake = read(entry.path());
    if (cmake.find("kw_component(") == std::string::npos) continue;
    components.push_back(readComponent(entry.path().parent_path(), root, cmake));
  }
  std::sort(components.begin(), components.end(),
            [](const Component& a, const Component& b) { return a.name < b.name; });
  return components;
}

std::string componentOf(const std::string& target, const std::set<std::string>& names) {
  for (fs::path folder = fs::path(target).parent_path(); !folder.empty();
       folder = folder.parent_path())
    if (names.contains(folder.string())) return folder.string();
  return {};
}

std::vector<fs::path> sourceFiles(const fs::path& folder) {
  std::vector<fs::path> found;
  if (!fs::exists(folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (isSource(entry.path())) found.push_back(entry.path());
  return found;
}

}  // namespace kw::test

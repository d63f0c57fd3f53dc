// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/process/child.h"

namespace kw::process {

namespace {

bool isProgram(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string findProgram(std::string_view name) {
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable ? variable : "/usr/local/bin:/usr/bin:/bin";
  while (!name.empty() && !folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
    // An empty entry means the current folder, as for a shell.
    const std::filesystem::path path = std::filesystem::path(folder.empty() ? "." : folder) / name;
    if (isProgram(path)) return path.string();
  }
  return {};
}

}  // namespace kw::process

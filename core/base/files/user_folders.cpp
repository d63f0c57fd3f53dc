// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/user_folders.h"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

namespace kw::files {

namespace {

std::filesystem::path accountFolder() {
  const passwd* account = getpwuid(getuid());
  const std::filesystem::path folder = account && account->pw_dir ? account->pw_dir : "";
  std::error_code ignored;
  return folder.is_absolute() && std::filesystem::is_directory(folder, ignored)
             ? folder
             : std::filesystem::path();
}

}  // namespace

std::filesystem::path folderVariable(const char* name) {
  const char* value = std::getenv(name);
  const std::filesystem::path path = value ? value : "";
  return path.is_absolute() ? path : std::filesystem::path();
}

std::filesystem::path homeFolder() {
  const std::filesystem::path home = folderVariable("HOME");
  return home.empty() ? accountFolder() : home;
}

std::filesystem::path configurationFolder() {
  std::error_code ignored;
  if (const char* given = std::getenv("KERNELWRIGHT_CONFIG"); given && *given)
    return std::filesystem::absolute(given, ignored);
  if (const std::filesystem::path xdg = folderVariable("XDG_CONFIG_HOME"); !xdg.empty())
    return xdg / "kernelwright";
  const std::filesystem::path home = homeFolder();
  return home.empty() ? home : home / ".config" / "kernelwright";
}

}  // namespace kw::files

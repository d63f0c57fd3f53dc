// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program keeps and finds things.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/files/files.h"
#include "base/files/system_error.h"

namespace kw::files {

namespace fs = std::filesystem;

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// What the user asked for, else what the desktop's rules say, else none.
Path wantedCacheFolder() {
  if (const std::string own = variable("KERNELWRIGHT_CACHE"); !own.empty()) return own;
  // The XDG base directory specification: relative paths are to be ignored.
  if (const Path xdg = variable("XDG_CACHE_HOME"); xdg.is_absolute()) return xdg / "kernelwright";
  if (const Path home = variable("HOME"); home.is_absolute()) return home / ".cache/kernelwright";
  return {};
}

bool makePrivate(const Path& folder) {
  if (folder.empty()) return false;
  std::error_code error;
  const bool made = fs::create_directories(folder, error);
  if (error) return false;
  if (made) fs::permissions(folder, fs::perms::owner_all, error);
  return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

// /tmp is everybody's: a folder there counts only if it is ours and nobody else can write to it.
bool isOwn(const Path& folder) {
  struct stat found {};
  return ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
         found.st_uid == ::geteuid() && (found.st_mode & 077) == 0;
}

struct CachedFile {
  Path path;
  fs::file_time_type used;
  uintmax_t size = 0;
};

std::vector<CachedFile> filesBelow(const Path& folder) {
  std::vector<CachedFile> found;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    // Another process may remove files meanwhile.
    std::error_code gone;
    if (!entry->is_regular_file(gone) || entry->is_symlink(gone)) continue;
    CachedFile file{entry->path(), entry->last_write_time(gone), 0};
    file.size = entry->file_size(gone);
    if (!gone) found.push_back(std::move(file));
  }
  return found;
}

bool holdsData(const Path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "templates", ignored) &&
         fs::is_directory(folder / "resources", ignored);
}

}  // namespace

Result<Path> cacheFolder() {
  const Path wanted = wantedCacheFolder();
  if (makePrivate(wanted)) return wanted;
  const Path spare = "/tmp/kernelwright-cache-" + std::to_string(::geteuid());
  if (makePrivate(spare) && isOwn(spare)) return spare;
  return fail("no folder for cached files can be written: neither '" + wanted.string() + "' nor '" +
                  spare.string() + "'",
              "set KERNELWRIGHT_CACHE to a folder of your own");
}

void trimFolder(const Path& folder, size_t bytes) {
  std::vector<CachedFile> found = filesBelow(folder);
  uintmax_t total = 0;
  for (const CachedFile& file : found)
    total += file.size;
  // Access times are often not kept, so whoever uses a file sets its time of writing.
  std::sort(found.begin(), found.end(),
            [](const CachedFile& a, const CachedFile& b) { return a.used < b.used; });
  for (const CachedFile& file : found) {
    if (total <= bytes) return;
    std::error_code error;
    if (fs::remove(file.path, error)) total -= file.size;
  }
}

Path programFolder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

Path dataFolder() {
  if (const std::string own = variable("KERNELWRIGHT_DATA"); !own.empty()) return own;
  const Path start = programFolder();
  for (Path folder = start; folder.has_relative_path(); folder = folder.parent_path())
    if (holdsData(folder)) return folder;
  return start.parent_path() / "share/kernelwright";
}

}  // namespace kw::files

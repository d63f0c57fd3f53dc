// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/scratch_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace kw {

namespace {

constexpr const char* scratchPrefix = "kernelwright-runner";
constexpr const char* scratchLock = "lock";
constexpr int mostTries = 3;

bool isOwnFolder(const files::Path& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == ::getuid();
}

// One without a lock file is only being made.
void sweepScratch(const files::Path& parent) {
  std::error_code error;
  for (std::filesystem::directory_iterator entry(parent, error), end; !error && entry != end;
       entry.increment(error)) {
    const files::Path path = entry->path();
    std::error_code ignored;
    if (!path.filename().string().starts_with(std::string(scratchPrefix) + "-") ||
        !isOwnFolder(path) || !std::filesystem::is_regular_file(path / scratchLock, ignored))
      continue;
    if (const auto lock = files::FileLock::take(path / scratchLock); lock)
      std::filesystem::remove_all(path, ignored);
  }
}

}  // namespace

Result<ScratchFolder> ScratchFolder::make() {
  std::error_code ignored;
  sweepScratch(std::filesystem::temp_directory_path(ignored));
  // Another runner that sweeps can take the lock in the moment between making and locking it.
  for (int tries = 1;; ++tries) {
    KW_ASSIGN(files::TemporaryFolder folder, files::TemporaryFolder::make(scratchPrefix));
    auto lock = files::FileLock::take(folder.path() / scratchLock);
    if (lock && std::filesystem::exists(folder.path() / scratchLock, ignored))
      return ScratchFolder(std::move(folder), std::move(*lock));
    if (tries == mostTries)
      return fail(folder.path().string() + " cannot be locked", "is $TMPDIR being cleaned?");
  }
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Files and folders: whole reads, atomic writes, private places, locks.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/descriptor.h"
#include "base/result/result.h"

namespace kw::files {

using Path = std::filesystem::path;

inline constexpr size_t defaultReadLimit = size_t{64} << 20;

// The whole content. Refuses what is no regular file and what is larger than `limit` bytes.
Result<std::string> readText(const Path& path, size_t limit = defaultReadLimit);

// Written beside the target under another name, synchronised, then renamed over it: a reader sees
// the old or the new content, never a part. A full disk or a read-only folder is an error that
// names it; devices and pipes are refused.
Status writeAtomically(const Path& path, std::string_view content);

// Appends one whole line with a single write (for logs that several processes share).
Status appendLine(const Path& path, std::string_view line);

Status makeFolders(const Path& path);

// A folder that is removed with all its content when the object goes.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> make(std::string_view prefix = "kernelwright");
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  const Path& path() const { return m_path; }

 private:
  explicit TemporaryFolder(Path path) : m_path(std::move(path)) {}
  Path m_path;
};

// An advisory lock on a file, held while the object lives (and freed by the kernel if the process
// dies).
class FileLock {
 public:
  // Gives ErrorKind::failed at once, with the holder's process id in the message, where another
  // process has it.
  static Result<FileLock> take(const Path& path);

 private:
  explicit FileLock(Descriptor file) : m_file(std::move(file)) {}
  Descriptor m_file;
};

// $XDG_CACHE_HOME/kernelwright or ~/.cache/kernelwright (KERNELWRIGHT_CACHE overrides); a private
// folder under /tmp where neither can be written. Made if absent, mode 0700.
Result<Path> cacheFolder();

// Removes the least recently used files below `folder` until it holds at most `bytes`.
void trimFolder(const Path& folder, size_t bytes);

// The folder of the running program, and the folder of shared data (templates/, resources/): the
// source tree's when run from a build folder, otherwise ../share/kernelwright. KERNELWRIGHT_DATA
// overrides.
Path programFolder();
Path dataFolder();

}  // namespace kw::files

// SPDX-License-Identifier: GPL-3.0-or-later
// Which kind of file system a session lies on.
#pragma once

#include <filesystem>
#include <string>

namespace kw {

struct FileSystem {
  // Whether shared memory between processes works there, which SQLite's write-ahead log needs. Only
  // those known to be local count: an unknown one is treated as a network's.
  bool isLocal = false;
  std::string name;  // "NFS"; of an unknown one the number that statfs(2) gives
};

// Of the file's folder. One that cannot be looked at is "unknown".
FileSystem fileSystemOf(const std::filesystem::path& file);

}  // namespace kw

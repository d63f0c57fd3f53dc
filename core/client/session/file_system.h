// SPDX-License-Identifier: GPL-3.0-or-later
// Which kind of file system a session lies on.
#pragma once

#include <filesystem>

namespace kw {

// Whether shared memory between processes works on the file's folder, which SQLite's write-ahead
// log needs. Only file systems known to be local count: an unknown one is treated as a network's.
bool isOnLocalFileSystem(const std::filesystem::path& file);

}  // namespace kw

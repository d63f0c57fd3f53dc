// SPDX-License-Identifier: GPL-3.0-or-later
// A session whose file is removed or replaced while it is open: SQLite goes on in a file without a
// name, and all of it would be gone with the program.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace kw {

struct WritableSession;

struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  bool operator==(const FileIdentity&) const = default;
};

// None where there is no file.
std::optional<FileIdentity> identityOf(const std::filesystem::path& path);

// Whether the file that was opened no longer stands at its path.
bool wasRemoved(const WritableSession& session);

// Writes all that the session holds to its path again; where another file has taken that place, to
// NAME.kept.kwr beside it. Outside a transaction; throws SQLite::Exception. Later changes go to the
// file without a name still, so this is to be called again at the end.
void putBack(WritableSession& session);

}  // namespace kw

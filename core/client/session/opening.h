// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a session file for reading or for writing, and leaving it as one file.
#pragma once

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "base/result/result.h"
#include "client/session/owner.h"
#include "client/session/removed_file.h"

namespace kw {

// Opens what is there. In a folder that cannot be written this works too, unless a program that was
// killed has left changes beside the file that would first have to be written into it.
Result<std::unique_ptr<SQLite::Database>> openForReading(const std::filesystem::path& path);

struct WritableSession {
  std::filesystem::path path;
  std::unique_ptr<SQLite::Database> database;
  Owner owner;
  std::optional<FileIdentity> file;  // what was opened
  std::optional<FileIdentity> copy;  // what was written anew after its removal
};

// Takes the session over for writing; where another program has it, that is an error which names
// it. With `create`, a file that is not there or empty becomes a session.
Result<WritableSession> openForWriting(const std::filesystem::path& path, bool create);

// Gives the session back and makes it one file again, as far as readers that have it open allow.
void closeWriting(WritableSession& session);

// For the last reader: does the same where no program writes to the file any more.
void foldIfLeftOpen(const std::filesystem::path& path);

}  // namespace kw

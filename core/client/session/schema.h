// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a session file, and how a file is recognised as one.
#pragma once

#include <SQLiteCpp/Database.h>

#include <filesystem>

#include "base/result/result.h"

namespace kw {

// "kwrS": PRAGMA application_id of every session file.
inline constexpr int sessionApplicationId = 0x6B777253;
// PRAGMA user_version. It grows when a table changes so that an older program would misread the
// file; a new table alone does not, since older programs leave alone what they do not know.
inline constexpr int sessionFormat = 1;

enum class FileKind { empty, session };

// What the database is: one without any content, or a session of a format that this program reads.
// Another program's database and a newer format are errors (ErrorKind::badInput). Throws
// SQLite::Exception where it cannot be read.
Result<FileKind> recognise(SQLite::Database& database, const std::filesystem::path& path);

// Makes the tables, in the transaction that is open. Throws SQLite::Exception.
void createSchema(SQLite::Database& database);

// Adds the tables that a session of this format may lack, since an older program made it. Throws
// SQLite::Exception.
void completeSchema(SQLite::Database& database);

// Whether there is a table of duels, or of summaries; throw SQLite::Exception.
bool hasDuels(SQLite::Database& database);
bool hasProfiles(SQLite::Database& database);
bool hasRounds(SQLite::Database& database);
bool hasSummaries(SQLite::Database& database);

}  // namespace kw

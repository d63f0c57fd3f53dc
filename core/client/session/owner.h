// SPDX-License-Identifier: GPL-3.0-or-later
// Which program writes to a session: a row in the file itself, so that it holds on every file
// system and leaves no further file behind.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <optional>
#include <string>

namespace kw {

struct Owner {
  std::string token;  // differs for each opening
  int64_t process = 0;
  int64_t processStarted = 0;  // clock ticks after boot, so that a reused process id is noticed
  std::string host;            // for people
  std::string machine;         // where process ids mean the same: host, boot and process namespace
  int64_t seen = 0;            // seconds since 1970 when it last said that it is there
};

// The owner refreshes its row this often. Where its process cannot be looked up (another machine),
// it counts as gone when it has not been seen for three times as long.
inline constexpr int ownerRefreshSeconds = 20;

// For a new opening by this program, which counts as there until letGo().
Owner thisOwner();
void letGo(const Owner& owner);
bool isGone(const Owner& owner, const Owner& here);

// In an open transaction; these throw SQLite::Exception.
std::optional<Owner> readOwner(SQLite::Database& database);
void writeOwner(SQLite::Database& database, const Owner& owner);
void removeOwner(SQLite::Database& database, const Owner& owner);
// False where another program has taken the session over meanwhile.
bool refreshOwner(SQLite::Database& database, const Owner& owner);

}  // namespace kw

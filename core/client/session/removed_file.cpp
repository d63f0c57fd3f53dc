// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/removed_file.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include <string>
#include <system_error>

#include "base/log/log.h"
#include "client/session/opening.h"

namespace kw {

namespace {

using Path = std::filesystem::path;

std::string quoted(const std::string& text) {
  std::string sql = "'";
  for (const char c : text)
    sql += c == '\'' ? std::string("''") : std::string(1, c);
  return sql + "'";
}

// Ours, or one that nobody has.
Path placeFor(const WritableSession& session) {
  const std::optional<FileIdentity> there = identityOf(session.path);
  if (!there || there == session.copy) return session.path;
  return session.path.parent_path() / (session.path.stem().string() + ".kept.kwr");
}

}  // namespace

std::optional<FileIdentity> identityOf(const Path& path) {
  struct stat found = {};
  if (stat(path.c_str(), &found) != 0) return std::nullopt;
  return FileIdentity{found.st_dev, found.st_ino};
}

bool wasRemoved(const WritableSession& session) {
  return session.file && identityOf(session.path) != session.file;
}

void putBack(WritableSession& session) {
  const Path place = placeFor(session);
  const Path made = place.string() + ".new";
  std::error_code fault;
  std::filesystem::remove(made, fault);
  session.database->exec("VACUUM INTO " + quoted(made.string()));
  std::filesystem::rename(made, place, fault);
  if (fault) throw SQLite::Exception(fault.message(), SQLITE_CANTOPEN);
  if (!session.copy)
    log::error("session", session.path.string() +
                              " was removed while it was in use; what it holds was written to " +
                              place.string());
  session.copy = identityOf(place);
}

}  // namespace kw

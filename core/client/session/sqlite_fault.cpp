// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/sqlite_fault.h"

#include <sqlite3.h>

#include <string>

namespace kw {
namespace {

struct Wording {
  std::string message;
  std::string advice;
  ErrorKind kind = ErrorKind::failed;
};

Wording wordingOf(const SQLite::Exception& fault, const std::string& file) {
  switch (fault.getErrorCode()) {
    case SQLITE_FULL:
      return {"the disk that holds " + file + " is full",
              "free some space; a run that is under way waits a minute for it, then what was not "
              "written is lost"};
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return {file + " cannot be written", "open it for reading, or change its permissions"};
    case SQLITE_NOTADB:
      return {file + " is no session file",
              "open a file that kwr tune or Kernelwright wrote, or a problem's folder",
              ErrorKind::badInput};
    case SQLITE_CORRUPT:
      return {file + " is damaged",
              "`sqlite3 FILE .recover` saves what can still be read; keep a copy of the file",
              ErrorKind::badInput};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {file + " is locked by another program", "close it there and try again"};
    case SQLITE_CANTOPEN:
      return {file + " cannot be opened", "check that its folder exists and can be read"};
    default:
      return {file + " cannot be used", ""};
  }
}

}  // namespace

Error sqliteFault(const SQLite::Exception& fault, const std::filesystem::path& path,
                  std::string_view doing) {
  Wording wording = wordingOf(fault, path.string());
  Error error;
  error.kind = wording.kind;
  error.message = wording.message + " (" + fault.what() + ", while " + std::string(doing) + ")";
  error.advice = std::move(wording.advice);
  return error;
}

bool mayHeal(const SQLite::Exception& fault) {
  switch (fault.getErrorCode()) {
    case SQLITE_FULL:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
    case SQLITE_NOMEM:
      return true;
    default:
      return false;
  }
}

}  // namespace kw

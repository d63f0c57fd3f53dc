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

// What a network file system without a lock service answers.
bool lacksLocks(const SQLite::Exception& fault) {
  switch (fault.getExtendedErrorCode()) {
    case SQLITE_IOERR_LOCK:
    case SQLITE_IOERR_UNLOCK:
    case SQLITE_IOERR_RDLOCK:
    case SQLITE_IOERR_CHECKRESERVEDLOCK:
      return true;
    default:
      return false;
  }
}

Wording wordingOf(const SQLite::Exception& fault, const std::string& file) {
  if (lacksLocks(fault))
    return {"locks do not work on the file system of " + file,
            "keep the session on a local disk (--session), and copy it when it is done"};
  switch (fault.getErrorCode()) {
    case SQLITE_FULL:
      return {"the disk that holds " + file + " is full",
              "free some space; a run that is under way waits a minute for it, then what was not "
              "written is lost"};
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return {file + " cannot be written", "make it writable, or tune with a copy of it"};
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
      return {file + " cannot be used", "try again, or open a copy of it"};
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

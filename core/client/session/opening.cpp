// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/opening.h"

#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <string_view>

#include "base/log/log.h"
#include "client/session/file_system.h"
#include "client/session/schema.h"
#include "client/session/sqlite_fault.h"

namespace kw {
namespace {

using Path = std::filesystem::path;

constexpr char emptyAdvice[] = "remove it, or open another one or the problem's folder";
constexpr int lockWaitMilliseconds = 5000;
// Files up to this size are checked page by page at each opening for writing (about 50 ms).
constexpr uintmax_t quickCheckBytes = uintmax_t{16} << 20;

Place at(const Path& path) {
  return Place{.file = path.string()};
}

Path folderOf(const Path& path) {
  return path.has_parent_path() ? path.parent_path() : Path(".");
}

// What can be said of the file before SQLite sees it. `mayBeNew`: absent and empty files are fine.
Status checkFile(const Path& path, bool mayBeNew) {
  std::error_code fault;
  const auto status = std::filesystem::status(path, fault);
  if (!std::filesystem::exists(status)) {
    if (!mayBeNew)
      return failInput("there is no such session file", at(path),
                       "check its name; if it was moved, open it from where it is now");
    if (!std::filesystem::is_directory(folderOf(path), fault))
      return failInput("the folder for this session does not exist", at(path),
                       "make the folder " + folderOf(path).string() + " first");
    return {};
  }
  if (!std::filesystem::is_regular_file(status))
    return failInput("a session must be a file, and this is none", at(path),
                     "name a .kwr file, or a problem's folder");
  if (access(path.c_str(), R_OK) != 0)
    return failInput("this file may not be read", at(path), "allow its reading, or open a copy");
  // The file is not opened here: closing it would take this process's locks off it, those of
  // another session of this program too (POSIX locks belong to the process, not to the descriptor).
  if (std::filesystem::file_size(path, fault) == 0 && !fault && !mayBeNew)
    return failInput("this file is empty, so it is no session", at(path), emptyAdvice);
  return {};
}

Status expectSession(SQLite::Database& database, const Path& path) {
  KW_ASSIGN(const FileKind kind, recognise(database, path));
  if (kind == FileKind::empty)
    return failInput("this is an empty database, so it is no session", at(path), emptyAdvice);
  return {};
}

// A path as SQLite's URIs take it.
std::string uriOf(const Path& path, std::string_view query) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(path).string()) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto code = static_cast<unsigned char>(c);
    if (c == '%' || c == '?' || c == '#') {
      uri += {'%', digits[code >> 4], digits[code & 15]};
    } else {
      uri += c;
    }
  }
  return uri + "?" + std::string(query);
}

bool hasContent(const Path& path) {
  std::error_code fault;
  const auto size = std::filesystem::file_size(path, fault);
  return !fault && size > 0;
}

Path beside(const Path& path, std::string_view suffix) {
  return Path(path.string() + std::string(suffix));
}

Result<std::unique_ptr<SQLite::Database>> openPlainly(const Path& path) {
  auto database = std::make_unique<SQLite::Database>(path.string(), SQLite::OPEN_READONLY,
                                                     lockWaitMilliseconds);
  KW_TRY(expectSession(*database, path));
  return database;
}

// Nobody can write to the file here, so it may be read without the locks and the shared memory that
// SQLite would have to write for.
Result<std::unique_ptr<SQLite::Database>> openImmutable(const Path& path) {
  return guarded(path, "opening it", [&]() -> Result<std::unique_ptr<SQLite::Database>> {
    auto database = std::make_unique<SQLite::Database>(uriOf(path, "immutable=1"),
                                                       SQLite::OPEN_READONLY | SQLite::OPEN_URI);
    KW_TRY(expectSession(*database, path));
    return database;
  });
}

bool needsToWrite(const SQLite::Exception& fault) {
  return fault.getErrorCode() == SQLITE_CANTOPEN || fault.getErrorCode() == SQLITE_READONLY;
}

// A program that was ended in the middle of a commit leaves a journal, which only somebody who may
// write can roll back. SQLite does so with the first look at the file, and not while its writer
// lives, who holds a lock.
bool canBeRolledBack(const Path& path) {
  return hasContent(beside(path, "-journal")) && access(path.c_str(), W_OK) == 0 &&
         access(folderOf(path).c_str(), W_OK) == 0;
}

Status rollBack(const Path& path) {
  return guarded(path, "rolling back an unfinished change", [&]() -> Status {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE, lockWaitMilliseconds);
    return expectSession(database, path);
  });
}

Status quickCheck(SQLite::Database& database, const Path& path) {
  std::error_code ignored;
  if (std::filesystem::file_size(path, ignored) > quickCheckBytes) return {};
  const std::string verdict = database.execAndGet("PRAGMA quick_check(1)").getString();
  if (verdict == "ok") return {};
  return failInput("this session is damaged: " + verdict, at(path),
                   "`sqlite3 FILE .recover` saves what can still be read; keep a copy of the file");
}

// In one transaction, so that of two programs that open the same file at once, one gets it.
Status claim(WritableSession& session, bool create) {
  SQLite::Transaction transaction(*session.database, SQLite::TransactionBehavior::IMMEDIATE);
  KW_ASSIGN(const FileKind kind, recognise(*session.database, session.path));
  if (kind == FileKind::empty) {
    if (!create)
      return failInput("this file is empty, so it is no session", at(session.path), emptyAdvice);
    createSchema(*session.database);
  } else if (const std::optional<Owner> other = readOwner(*session.database);
             other && !isGone(*other, session.owner)) {
    return failInput(session.path.string() + " is being written by process " +
                         std::to_string(other->process) + " on " + other->host,
                     {}, "end that program first");
  } else {
    completeSchema(*session.database);
  }
  writeOwner(*session.database, session.owner);
  transaction.commit();
  return {};
}

// A write-ahead log lets readers follow without waiting, but needs memory that all of them share.
void chooseJournal(SQLite::Database& database, const Path& path) {
  const FileSystem system = fileSystemOf(path);
  const std::string wanted = system.isLocal ? "wal" : "delete";
  if (!system.isLocal)
    log::warning("session",
                 path.string() + " lies on a file system that may be a network's (" + system.name +
                     "): it is written with a rollback journal, so that readers wait for the "
                     "writer, and nothing is safe there unless locks work");
  const std::string got = database.execAndGet("PRAGMA journal_mode=" + wanted).getString();
  if (got != wanted) log::info("session", path.string() + " uses journal mode " + got);
  // Synchronised at each commit: an attempt must be on the disk before its launch, since a
  // candidate can take the whole machine down.
  database.exec("PRAGMA synchronous=FULL");
  // A batch touches pages all over the index of keys, the same ones again and again: they stay in
  // memory (KiB), and are folded into the file less often (pages, of 4 KiB).
  database.exec("PRAGMA cache_size=-65536");
  database.exec("PRAGMA wal_autocheckpoint=8000");
}

}  // namespace

Result<std::unique_ptr<SQLite::Database>> openForReading(const Path& path) {
  KW_TRY(checkFile(path, false));
  try {
    return openPlainly(path);
  } catch (const SQLite::Exception& fault) {
    if (!needsToWrite(fault)) return fail(sqliteFault(fault, path, "opening it"));
  }
  if (canBeRolledBack(path)) {
    KW_TRY(rollBack(path));
    return guarded(path, "opening it", [&] { return openPlainly(path); });
  }
  for (const std::string_view suffix : {"-wal", "-journal"}) {
    const Path leftover = beside(path, suffix);
    if (!hasContent(leftover)) continue;
    return fail(path.string() + " cannot be opened: a program that ended early left changes in " +
                    leftover.string() + ", and the folder cannot be written",
                "copy both files to a folder that can be written, and open the copy");
  }
  return openImmutable(path);
}

Result<WritableSession> openForWriting(const Path& path, bool create) {
  KW_TRY(checkFile(path, create));
  const bool exists = hasContent(path);
  if (exists && access(path.c_str(), W_OK) != 0)
    return failInput(path.string() + " is write-protected", {},
                     "make it writable, or tune with a copy of it");
  // SQLite keeps its journal beside the file.
  if (access(folderOf(path).c_str(), W_OK) != 0)
    return failInput("the folder of " + path.string() + " cannot be written", {},
                     "make the folder writable, or keep the session in another one");
  WritableSession session{path, nullptr, thisOwner(), std::nullopt, std::nullopt};
  const int flags = SQLite::OPEN_READWRITE | (create ? SQLite::OPEN_CREATE : 0);
  auto opened = guarded(path, "opening it for writing", [&]() -> Status {
    session.database =
        std::make_unique<SQLite::Database>(path.string(), flags, lockWaitMilliseconds);
    if (exists) KW_TRY(quickCheck(*session.database, path));
    KW_TRY(claim(session, create));
    chooseJournal(*session.database, path);
    session.file = identityOf(path);
    return {};
  });
  if (!opened) {
    letGo(session.owner);
    return fail(std::move(opened).error());
  }
  return session;
}

void closeWriting(WritableSession& session) {
  try {
    removeOwner(*session.database, session.owner);
    if (session.copy) putBack(session);  // with what came after the first time
    session.database->setBusyTimeout(0);
    session.database->exec("PRAGMA wal_checkpoint(TRUNCATE)");
    session.database->exec("PRAGMA journal_mode=DELETE");
  } catch (const SQLite::Exception& fault) {
    // A reader still has it open; it folds the file when it closes (foldIfLeftOpen).
    log::info("session", session.path.string() + " stays in several files: " + fault.what());
  }
  session.database.reset();
  letGo(session.owner);
}

void foldIfLeftOpen(const Path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(beside(path, "-wal"), ignored)) return;
  if (access(path.c_str(), W_OK) != 0) return;
  try {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
    if (readOwner(database)) return;  // in use, or its owner was killed: the next writer sees to it
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.exec("PRAGMA journal_mode=DELETE");
  } catch (const SQLite::Exception& fault) {
    log::debug("session", path.string() + " stays in several files: " + fault.what());
  }
}

}  // namespace kw

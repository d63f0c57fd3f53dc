// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/schema.h"

#include <string>

namespace kw {
namespace {

// Contents are kept once, however many revisions of a problem share them. A revision is immutable
// and knows its parent; a branch names the revision that is its head. `whole` and `candidate` hold
// JSON as in the protocol; the columns beside them serve lists and look-ups.
constexpr const char* tables = R"sql(
CREATE TABLE owner(
  one INTEGER PRIMARY KEY CHECK(one = 1),
  token TEXT NOT NULL, process INTEGER NOT NULL, process_started INTEGER NOT NULL,
  host TEXT NOT NULL, machine TEXT NOT NULL, seen INTEGER NOT NULL);
CREATE TABLE contents(id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, content BLOB NOT NULL);
CREATE TABLE problems(
  id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, parent INTEGER REFERENCES problems(id),
  name TEXT NOT NULL, problem_hash TEXT NOT NULL, oracle_hash TEXT NOT NULL,
  source_hash TEXT NOT NULL, template_hash TEXT NOT NULL, stored TEXT NOT NULL);
CREATE TABLE problem_parts(
  problem INTEGER NOT NULL REFERENCES problems(id), path TEXT NOT NULL,
  content INTEGER NOT NULL REFERENCES contents(id), PRIMARY KEY(problem, path)) WITHOUT ROWID;
CREATE TABLE branches(name TEXT PRIMARY KEY, head INTEGER NOT NULL REFERENCES problems(id));
CREATE TABLE devices(uuid TEXT PRIMARY KEY, model TEXT NOT NULL, whole TEXT NOT NULL, seen TEXT NOT NULL);
CREATE TABLE runs(
  id INTEGER PRIMARY KEY, problem INTEGER REFERENCES problems(id), strategy TEXT NOT NULL,
  seed INTEGER NOT NULL, budget TEXT NOT NULL, begun TEXT NOT NULL,
  ended TEXT NOT NULL DEFAULT '', outcome TEXT NOT NULL DEFAULT '');
CREATE TABLE attempts(
  id INTEGER PRIMARY KEY, run INTEGER REFERENCES runs(id), key TEXT NOT NULL, candidate TEXT NOT NULL,
  device TEXT NOT NULL, begun TEXT NOT NULL, started INTEGER NOT NULL DEFAULT 0,
  outcome TEXT NOT NULL DEFAULT '');
CREATE INDEX unfinished_attempts ON attempts(key) WHERE outcome = '';
CREATE TABLE evaluations(
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, attempt INTEGER REFERENCES attempts(id),
  is_template INTEGER NOT NULL, text_hash TEXT NOT NULL, configuration TEXT NOT NULL,
  device TEXT NOT NULL, device_model TEXT NOT NULL, protocol TEXT NOT NULL,
  verdict TEXT NOT NULL, geomean REAL NOT NULL, started TEXT NOT NULL, whole TEXT NOT NULL);
)sql";

// Worked out from `whole` of the evaluation with that id, so that lists need not read it. Programs
// that do not know of it leave its rows out: a reader must do without.
constexpr const char* summariesTable = R"sql(
CREATE TABLE IF NOT EXISTS summaries(
  evaluation INTEGER PRIMARY KEY REFERENCES evaluations(id),
  version INTEGER NOT NULL, summary BLOB NOT NULL);
)sql";

// Likewise left out by programs that do not know of it.
constexpr const char* duelsTable = R"sql(
CREATE TABLE IF NOT EXISTS duels(
  id INTEGER PRIMARY KEY, first TEXT NOT NULL, second TEXT NOT NULL, device TEXT NOT NULL,
  protocol TEXT NOT NULL, started TEXT NOT NULL, whole TEXT NOT NULL);
)sql";

// Walks through the profiling tree; likewise.
constexpr const char* profilesTable = R"sql(
CREATE TABLE IF NOT EXISTS profiles(
  id INTEGER PRIMARY KEY, candidate TEXT NOT NULL, case_name TEXT NOT NULL, device TEXT NOT NULL,
  policy TEXT NOT NULL, regime TEXT NOT NULL, started TEXT NOT NULL, whole TEXT NOT NULL);
)sql";

// Of the agent loop; likewise.
constexpr const char* roundsTable = R"sql(
CREATE TABLE IF NOT EXISTS rounds(
  id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, number INTEGER NOT NULL, provider TEXT NOT NULL,
  ending TEXT NOT NULL, begun TEXT NOT NULL, whole TEXT NOT NULL);
)sql";

int64_t pragma(SQLite::Database& database, const std::string& name) {
  return database.execAndGet("PRAGMA " + name).getInt64();
}

}  // namespace

Result<FileKind> recognise(SQLite::Database& database, const std::filesystem::path& path) {
  const int64_t application = pragma(database, "application_id");
  const int64_t format = pragma(database, "user_version");
  const bool hasTables =
      database.execAndGet("SELECT EXISTS(SELECT 1 FROM sqlite_master)").getInt() != 0;
  if (application == 0 && format == 0 && !hasTables) return FileKind::empty;
  if (application != sessionApplicationId)
    return failInput("this is a SQLite database, but no Kernelwright session",
                     Place{.file = path.string()}, "name a .kwr file that Kernelwright made");
  if (format > sessionFormat)
    return failInput("this session was written by a newer Kernelwright (format " +
                         std::to_string(format) + "; this program reads up to format " +
                         std::to_string(sessionFormat) + ")",
                     Place{.file = path.string()}, "open it with that version or a later one");
  return FileKind::session;
}

void createSchema(SQLite::Database& database) {
  database.exec("PRAGMA application_id = " + std::to_string(sessionApplicationId));
  database.exec("PRAGMA user_version = " + std::to_string(sessionFormat));
  database.exec(tables);
  completeSchema(database);
}

void completeSchema(SQLite::Database& database) {
  database.exec(summariesTable);
  database.exec(duelsTable);
  database.exec(profilesTable);
  database.exec(roundsTable);
}

bool hasDuels(SQLite::Database& database) {
  return database.tableExists("duels");
}

bool hasProfiles(SQLite::Database& database) {
  return database.tableExists("profiles");
}

bool hasRounds(SQLite::Database& database) {
  return database.tableExists("rounds");
}

bool hasSummaries(SQLite::Database& database) {
  return database.tableExists("summaries");
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// The statements that write to a session. All throw SQLite::Exception; the caller has a transaction
// open.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <map>
#include <string>

#include "client/session/session.h"
#include "client/session/stored_summary.h"

namespace kw {

class RowWriter {
 public:
  explicit RowWriter(SQLite::Database& database) : m_database(database) {}

  // A revision for what differs from all stored ones; either way it becomes the head of the branch.
  void storeProblem(const LoadedProblem& problem);
  void storeDevice(const DeviceInfo& device);
  void beginRun(const RunRecord& run);
  void endRun(int64_t run, const std::string& outcome);
  void beginAttempt(int64_t run, const AttemptRecord& attempt);
  void markStarted(int64_t attempt, const std::string& device);
  void endAttempt(int64_t attempt, const std::string& outcome);
  void storeEvaluation(int64_t attempt, const Evaluation& evaluation);
  void storeDuel(const Duel& duel);
  void storeProfile(const Profile& profile);
  void storeRound(const Round& round);  // under its id, in the place of what is there
  void storeSummary(const StoredSummary& summary);

 private:
  // Runs a statement that is prepared once and kept, and gives the number of rows it changed. `sql`
  // is a literal: its address is the key.
  template <class... Values>
  int run(const char* sql, const Values&... values);
  int64_t idOf(const char* sql, const std::string& hash);
  int64_t storeContent(const std::string& content);

  SQLite::Database& m_database;
  std::map<const char*, SQLite::Statement> m_statements;
};

}  // namespace kw

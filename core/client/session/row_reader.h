// SPDX-License-Identifier: GPL-3.0-or-later
// The queries that read a session. They throw SQLite::Exception where the file cannot be read; what
// is in it but cannot be understood is an error.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/session/session.h"
#include "client/session/stored_summary.h"

namespace kw {

class RowReader {
 public:
  explicit RowReader(SQLite::Database& database) : m_database(database) {}

  // The parts of the branch's head; none where no problem was stored.
  Result<std::vector<ProblemPart>> problemParts();
  std::optional<std::string> problemName();
  size_t countEvaluations(const std::string& textHash, const std::string& deviceModel,
                          const std::string& protocol);
  std::vector<std::string> keys();
  Result<std::optional<Evaluation>> find(const std::string& key);
  Result<EvaluationRows> evaluationsAfter(int64_t last);
  struct FoundSummaries {
    SummaryRows rows;
    std::vector<StoredSummary> missing;  // were not stored, and should be
  };
  Result<FoundSummaries> summariesAfter(int64_t last);
  Result<std::vector<AttemptRecord>> unfinishedAttempts();
  std::vector<RunRecord> runs();
  Result<std::vector<DeviceInfo>> devices();
  std::vector<MeasuredOn> searchedOn(const std::string& templateHash);
  Result<std::vector<Duel>> duels();        // none where there is no table of them
  Result<std::vector<Profile>> profiles();  // likewise
  Result<std::vector<Round>> rounds();      // likewise
  int64_t lastId(const std::string& table);

 private:
  SQLite::Database& m_database;
  std::optional<SQLite::Statement> m_find;
};

}  // namespace kw

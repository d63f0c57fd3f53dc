// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/row_reader.h"

#include <SQLiteCpp/VariadicBind.h>

#include <utility>

#include "base/files/hash.h"
#include "base/json/text.h"
#include "client/session/parallel_decode.h"
#include "client/session/schema.h"
#include "model/records/records_json.h"

namespace kw {
namespace {

// JSON in a column, read by one of the functions of records_json.h.
template <class Record>
Result<Record> decode(const std::string& text, Result<Record> (*read)(const json::Value&)) {
  KW_ASSIGN(const json::Value value, json::parse(text, "a row of the session"));
  return read(value);
}

template <class Record>
Result<std::vector<Record>> decodeAll(SQLite::Statement rows,
                                      Result<Record> (*read)(const json::Value&)) {
  std::vector<Record> records;
  while (rows.executeStep()) {
    KW_ASSIGN(Record record, decode(rows.getColumn(0).getString(), read));
    records.push_back(std::move(record));
  }
  return records;
}

Result<Evaluation> decodeEvaluation(const std::string& text) {
  return decode(text, evaluationFromJson);
}

}  // namespace

Result<std::vector<ProblemPart>> RowReader::problemParts() {
  SQLite::Statement rows(m_database,
                         "SELECT path, contents.content, contents.hash FROM problem_parts "
                         "JOIN contents ON contents.id = problem_parts.content "
                         "WHERE problem = (SELECT head FROM branches WHERE name = 'main')");
  std::vector<ProblemPart> parts;
  while (rows.executeStep()) {
    ProblemPart part{rows.getColumn(0).getString(), rows.getColumn(1).getString()};
    if (files::contentHash(part.content) != rows.getColumn(2).getString())
      return fail("the content of " + part.path + " is not what was stored");
    parts.push_back(std::move(part));
  }
  return parts;
}

std::optional<std::string> RowReader::problemName() {
  SQLite::Statement row(m_database,
                        "SELECT problems.name FROM problems JOIN branches ON head = problems.id "
                        "WHERE branches.name = 'main'");
  if (!row.executeStep()) return std::nullopt;
  return row.getColumn(0).getString();
}

size_t RowReader::countEvaluations(const std::string& textHash, const std::string& deviceModel,
                                   const std::string& protocol) {
  SQLite::Statement row(m_database,
                        "SELECT count(*) FROM evaluations "
                        "WHERE text_hash = ? AND device_model = ? AND protocol = ?");
  SQLite::bind(row, textHash, deviceModel, protocol);
  row.executeStep();
  return static_cast<size_t>(row.getColumn(0).getInt64());
}

std::vector<std::string> RowReader::keys() {
  SQLite::Statement rows(m_database, "SELECT key FROM evaluations");
  std::vector<std::string> keys;
  while (rows.executeStep())
    keys.push_back(rows.getColumn(0).getString());
  return keys;
}

Result<std::optional<Evaluation>> RowReader::find(const std::string& key) {
  if (!m_find) m_find.emplace(m_database, "SELECT whole FROM evaluations WHERE key = ?");
  m_find->reset();
  m_find->bind(1, key);
  std::optional<std::string> text;
  if (m_find->executeStep()) text = m_find->getColumn(0).getString();
  m_find->reset();  // else the read transaction would stay open
  if (!text) return std::optional<Evaluation>();
  KW_ASSIGN(Evaluation evaluation, decodeEvaluation(*text));
  return std::optional<Evaluation>(std::move(evaluation));
}

Result<EvaluationRows> RowReader::evaluationsAfter(int64_t last) {
  SQLite::Statement rows(m_database, "SELECT id, whole FROM evaluations WHERE id > ? ORDER BY id");
  rows.bind(1, last);
  EvaluationRows found{{}, last};
  std::vector<std::string> texts;
  while (rows.executeStep()) {
    found.last = rows.getColumn(0).getInt64();
    texts.push_back(rows.getColumn(1).getString());
  }
  KW_ASSIGN(found.evaluations, decodeInParallel(texts, decodeEvaluation));
  return found;
}

Result<std::vector<AttemptRecord>> RowReader::unfinishedAttempts() {
  SQLite::Statement rows(m_database,
                         "SELECT id, key, candidate, device, started FROM attempts "
                         "WHERE outcome = '' ORDER BY id");
  std::vector<AttemptRecord> attempts;
  while (rows.executeStep()) {
    AttemptRecord attempt;
    attempt.id = rows.getColumn(0).getInt64();
    attempt.key = rows.getColumn(1).getString();
    KW_ASSIGN(attempt.candidate, decode(rows.getColumn(2).getString(), candidateFromJson));
    attempt.device = rows.getColumn(3).getString();
    attempt.started = rows.getColumn(4).getInt() != 0;
    attempts.push_back(std::move(attempt));
  }
  return attempts;
}

std::vector<RunRecord> RowReader::runs() {
  SQLite::Statement rows(m_database,
                         "SELECT id, strategy, seed, budget, begun, ended, outcome "
                         "FROM runs ORDER BY id");
  std::vector<RunRecord> runs;
  while (rows.executeStep()) {
    RunRecord run;
    run.id = rows.getColumn(0).getInt64();
    run.strategy = rows.getColumn(1).getString();
    run.seed = static_cast<uint64_t>(rows.getColumn(2).getInt64());
    run.budget = rows.getColumn(3).getString();
    run.begun = rows.getColumn(4).getString();
    run.ended = rows.getColumn(5).getString();
    run.outcome = rows.getColumn(6).getString();
    runs.push_back(std::move(run));
  }
  return runs;
}

Result<std::vector<DeviceInfo>> RowReader::devices() {
  return decodeAll(SQLite::Statement(m_database, "SELECT whole FROM devices ORDER BY seen, uuid"),
                   deviceInfoFromJson);
}

std::vector<MeasuredOn> RowReader::searchedOn(const std::string& templateHash) {
  SQLite::Statement rows(m_database,
                         "SELECT evaluations.device, device_model, protocol FROM evaluations "
                         "JOIN attempts ON attempts.id = attempt "
                         "WHERE run IS NOT NULL AND is_template = 1 AND text_hash = ? "
                         "GROUP BY evaluations.device, protocol ORDER BY max(evaluations.id) DESC");
  rows.bind(1, templateHash);
  std::vector<MeasuredOn> found;
  while (rows.executeStep())
    found.push_back({rows.getColumn(0).getString(), rows.getColumn(1).getString(),
                     rows.getColumn(2).getString()});
  return found;
}

Result<std::vector<Duel>> RowReader::duels() {
  if (!hasDuels(m_database)) return std::vector<Duel>();
  return decodeAll(SQLite::Statement(m_database, "SELECT whole FROM duels ORDER BY id"),
                   duelFromJson);
}

Result<std::vector<Profile>> RowReader::profiles() {
  if (!hasProfiles(m_database)) return std::vector<Profile>();
  return decodeAll(SQLite::Statement(m_database, "SELECT whole FROM profiles ORDER BY id"),
                   profileFromJson);
}

Result<std::vector<Round>> RowReader::rounds() {
  std::vector<Round> rounds;
  if (!hasRounds(m_database)) return rounds;
  SQLite::Statement rows(m_database, "SELECT id, whole FROM rounds ORDER BY id");
  while (rows.executeStep()) {
    KW_ASSIGN(Round round, decode(rows.getColumn(1).getString(), roundFromJson));
    round.id = rows.getColumn(0).getInt64();
    rounds.push_back(std::move(round));
  }
  return rounds;
}

int64_t RowReader::lastId(const std::string& table) {
  return m_database.execAndGet("SELECT coalesce(max(id), 0) FROM " + table).getInt64();
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/row_writer.h"

#include <SQLiteCpp/VariadicBind.h>

#include <utility>
#include <vector>

#include "base/clock/clock.h"
#include "base/files/hash.h"
#include "base/json/text.h"
#include "client/session/summary_code.h"
#include "model/records/records_json.h"

namespace kw {
namespace {

// A statement that is left half-way (by an exception, say) would keep its transaction open.
class ResetAtEnd {
 public:
  explicit ResetAtEnd(SQLite::Statement& statement) : m_statement(statement) {}
  ~ResetAtEnd() { m_statement.tryReset(); }
  ResetAtEnd(const ResetAtEnd&) = delete;
  ResetAtEnd& operator=(const ResetAtEnd&) = delete;

 private:
  SQLite::Statement& m_statement;
};

std::string revisionHash(const std::vector<std::pair<std::string, std::string>>& parts) {
  files::Sha256 hash;
  for (const auto& [path, content] : parts)
    hash.update(path + '\n' + content + '\n');
  return hash.finish();
}

}  // namespace

template <class... Values>
int RowWriter::run(const char* sql, const Values&... values) {
  auto found = m_statements.find(sql);
  if (found == m_statements.end())
    found = m_statements.try_emplace(sql, m_database, std::string(sql)).first;
  SQLite::Statement& statement = found->second;
  const ResetAtEnd reset(statement);
  SQLite::bind(statement, values...);
  return statement.exec();
}

int64_t RowWriter::idOf(const char* sql, const std::string& hash) {
  SQLite::Statement query(m_database, sql);
  query.bind(1, hash);
  return query.executeStep() ? query.getColumn(0).getInt64() : 0;
}

int64_t RowWriter::storeContent(const std::string& content) {
  const std::string hash = files::contentHash(content);
  run("INSERT OR IGNORE INTO contents(hash, content) VALUES(?, ?)", hash, content);
  return idOf("SELECT id FROM contents WHERE hash = ?", hash);
}

void RowWriter::storeProblem(const LoadedProblem& problem) {
  std::vector<std::pair<std::string, std::string>> parts;
  for (const ProblemPart& part : problem.parts)
    parts.emplace_back(part.path, files::contentHash(part.content));
  const std::string hash = revisionHash(parts);
  int64_t id = idOf("SELECT id FROM problems WHERE hash = ?", hash);
  if (id == 0) {
    run("INSERT INTO problems(hash, parent, name, problem_hash, oracle_hash, source_hash, "
        "template_hash, stored) VALUES(?, (SELECT head FROM branches WHERE name = 'main'), "
        "?, ?, ?, ?, ?, ?)",
        hash, problem.problem.name, problem.problemHash, problem.oracleHash, problem.sourceHash,
        problem.templateHash, utcNow());
    id = m_database.getLastInsertRowid();
    for (const ProblemPart& part : problem.parts)
      run("INSERT OR REPLACE INTO problem_parts(problem, path, content) VALUES(?, ?, ?)", id,
          part.path, storeContent(part.content));
  }
  run("INSERT OR REPLACE INTO branches(name, head) VALUES('main', ?)", id);
}

void RowWriter::storeDevice(const DeviceInfo& device) {
  run("INSERT OR REPLACE INTO devices(uuid, model, whole, seen) VALUES(?, ?, ?, ?)", device.uuid,
      device.model, json::writeLine(toJson(device)), utcNow());
}

void RowWriter::beginRun(const RunRecord& record) {
  run("INSERT INTO runs(id, problem, strategy, seed, budget, begun) "
      "VALUES(?, (SELECT head FROM branches WHERE name = 'main'), ?, ?, ?, ?)",
      record.id, record.strategy, static_cast<int64_t>(record.seed), record.budget,
      record.begun.empty() ? utcNow() : record.begun);
}

void RowWriter::endRun(int64_t id, const std::string& outcome) {
  run("UPDATE runs SET ended = ?, outcome = ? WHERE id = ?", utcNow(), outcome, id);
}

void RowWriter::beginAttempt(int64_t runId, const AttemptRecord& attempt) {
  run("INSERT INTO attempts(id, run, key, candidate, device, begun) "
      "VALUES(?, nullif(?, 0), ?, ?, ?, ?)",
      attempt.id, runId, attempt.key, json::writeLine(toJson(attempt.candidate)), attempt.device,
      utcNow());
}

void RowWriter::markStarted(int64_t attempt, const std::string& device) {
  run("UPDATE attempts SET started = 1, device = ? WHERE id = ?", device, attempt);
}

void RowWriter::endAttempt(int64_t attempt, const std::string& outcome) {
  run("UPDATE attempts SET outcome = ? WHERE id = ?", outcome, attempt);
}

void RowWriter::storeEvaluation(int64_t attempt, const Evaluation& evaluation) {
  const int added = run(
      "INSERT OR IGNORE INTO evaluations(key, attempt, is_template, text_hash, configuration, "
      "device, device_model, protocol, verdict, geomean, started, whole) "
      "VALUES(?, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      evaluation.key, attempt, evaluation.candidate.isTemplate ? 1 : 0,
      evaluation.candidate.textHash, evaluation.candidate.configuration.text(), evaluation.deviceId,
      evaluation.deviceModel, evaluation.protocol, std::string(name(evaluation.verdict.kind)),
      evaluation.geomean, evaluation.started, json::writeLine(toJson(evaluation)));
  if (added > 0)
    storeSummary({m_database.getLastInsertRowid(), encodeSummary(summaryOf(evaluation))});
  run("UPDATE attempts SET outcome = 'evaluated' WHERE id = ?", attempt);
  // Earlier tries that never ended have nothing left to say.
  run("UPDATE attempts SET outcome = 'lost' WHERE key = ? AND outcome = ''", evaluation.key);
}

void RowWriter::storeDuel(const Duel& duel) {
  run("INSERT INTO duels(first, second, device, protocol, started, whole) VALUES(?, ?, ?, ?, ?, ?)",
      duel.first.label(), duel.second.label(), duel.deviceId, duel.protocol, duel.started,
      json::writeLine(toJson(duel)));
}

void RowWriter::storeProfile(const Profile& profile) {
  run("INSERT INTO profiles(candidate, case_name, device, policy, regime, started, whole) "
      "VALUES(?, ?, ?, ?, ?, ?, ?)",
      profile.candidate.label(), profile.caseName, profile.deviceId, profile.policy, profile.regime,
      profile.started, json::writeLine(toJson(profile)));
}

void RowWriter::storeRound(const Round& round) {
  run("INSERT OR REPLACE INTO rounds(id, parent, number, provider, ending, begun, whole) "
      "VALUES(?, ?, ?, ?, ?, ?, ?)",
      round.id, round.parent, round.number, round.provider, std::string(name(round.ending)),
      round.begun, json::writeLine(toJson(round)));
}

void RowWriter::storeSummary(const StoredSummary& summary) {
  run("INSERT OR REPLACE INTO summaries(evaluation, version, summary) VALUES(?, ?, CAST(? AS "
      "BLOB))",
      summary.evaluation, summaryVersion, summary.bytes);
}

}  // namespace kw

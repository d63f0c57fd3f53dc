// SPDX-License-Identifier: GPL-3.0-or-later
// Reading summaries, and working out those that are missing: an older program leaves none.
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/json/text.h"
#include "client/session/parallel_decode.h"
#include "client/session/row_reader.h"
#include "client/session/schema.h"
#include "client/session/summary_code.h"
#include "model/records/records_json.h"

namespace kw {
namespace {

// A row of `summaries`, or the whole of an evaluation that has none.
struct StoredText {
  int64_t id = 0;
  std::string text;
};

struct NumberedSummary {
  int64_t id = 0;
  std::optional<EvaluationSummary> summary;  // none: its bytes cannot be read
};

Result<NumberedSummary> decodeStored(const StoredText& stored) {
  return NumberedSummary{stored.id, decodeSummary(stored.text)};
}

Result<NumberedSummary> summarise(const StoredText& stored) {
  KW_ASSIGN(const json::Value value, json::parse(stored.text, "a row of the session"));
  KW_ASSIGN(const Evaluation evaluation, evaluationFromJson(value));
  return NumberedSummary{stored.id, summaryOf(evaluation)};
}

std::vector<StoredText> storedSummaries(SQLite::Database& database, int64_t last) {
  std::vector<StoredText> stored;
  if (!hasSummaries(database)) return stored;
  SQLite::Statement rows(database,
                         "SELECT evaluation, summary FROM summaries "
                         "WHERE evaluation > ? AND version = ? ORDER BY evaluation");
  SQLite::bind(rows, last, summaryVersion);
  while (rows.executeStep())
    stored.push_back({rows.getColumn(0).getInt64(), rows.getColumn(1).getString()});
  return stored;
}

// Without a condition, the count is taken from an index, which is much smaller than the table.
size_t countAfter(SQLite::Database& database, int64_t last) {
  if (last <= 0)
    return static_cast<size_t>(database.execAndGet("SELECT count(*) FROM evaluations").getInt64());
  SQLite::Statement row(database, "SELECT count(*) FROM evaluations WHERE id > ?");
  row.bind(1, last);
  row.executeStep();
  return static_cast<size_t>(row.getColumn(0).getInt64());
}

// Both in the order of ids.
std::vector<StoredText> wholeOfOthers(SQLite::Database& database, int64_t last,
                                      const std::vector<NumberedSummary>& known) {
  std::vector<StoredText> others;
  if (known.size() == countAfter(database, last)) return others;
  SQLite::Statement rows(database, "SELECT id, whole FROM evaluations WHERE id > ? ORDER BY id");
  rows.bind(1, last);
  for (auto next = known.begin(); rows.executeStep();) {
    const int64_t id = rows.getColumn(0).getInt64();
    while (next != known.end() && next->id < id)
      ++next;
    if (next == known.end() || next->id != id)
      others.push_back({id, rows.getColumn(1).getString()});
  }
  return others;
}

}  // namespace

Result<RowReader::FoundSummaries> RowReader::summariesAfter(int64_t last) {
  const SQLite::Transaction oneState(m_database);  // a writer may commit in between
  KW_ASSIGN(std::vector<NumberedSummary> known,
            decodeInParallel(storedSummaries(m_database, last), decodeStored));
  std::erase_if(known, [](const NumberedSummary& one) { return !one.summary; });
  KW_ASSIGN(const std::vector<NumberedSummary> others,
            decodeInParallel(wholeOfOthers(m_database, last, known), summarise));
  FoundSummaries found;
  found.rows.last = last;
  for (const NumberedSummary& one : others)
    found.missing.push_back({one.id, encodeSummary(*one.summary)});
  const size_t middle = known.size();
  known.insert(known.end(), others.begin(), others.end());
  std::inplace_merge(
      known.begin(), known.begin() + static_cast<ptrdiff_t>(middle), known.end(),
      [](const NumberedSummary& a, const NumberedSummary& b) { return a.id < b.id; });
  if (!known.empty()) found.rows.last = known.back().id;
  found.rows.summaries.reserve(known.size());
  for (NumberedSummary& one : known)
    found.rows.summaries.push_back(std::move(*one.summary));
  return found;
}

}  // namespace kw

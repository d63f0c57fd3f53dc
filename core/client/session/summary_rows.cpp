// SPDX-License-Identifier: GPL-3.0-or-later
// Reading summaries, and working out those that are missing: an older program leaves none.
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "base/json/text.h"
#include "client/session/parallel_decode.h"
#include "client/session/row_reader.h"
#include "client/session/schema.h"
#include "client/session/summary_code.h"
#include "model/records/records_json.h"

namespace kw {
namespace {

// Decoded as they are read: of 100,000, copies would cost more than a second thread saves.
struct Known {
  std::vector<int64_t> ids;  // of the evaluations, in order
  std::vector<EvaluationSummary> summaries;
};

Known storedSummaries(SQLite::Database& database, int64_t last, size_t expected) {
  Known known;
  if (!hasSummaries(database)) return known;
  known.ids.reserve(expected);
  known.summaries.reserve(expected);
  SQLite::Statement rows(database,
                         "SELECT evaluation, summary FROM summaries "
                         "WHERE evaluation > ? AND version = ? ORDER BY evaluation");
  SQLite::bind(rows, last, summaryVersion);
  while (rows.executeStep()) {
    const SQLite::Column bytes = rows.getColumn(1);
    const auto* begin = static_cast<const char*>(bytes.getBlob());
    const auto size = static_cast<size_t>(bytes.getBytes());
    std::optional<EvaluationSummary> summary =
        decodeSummary(begin ? std::string_view(begin, size) : std::string_view());
    if (!summary) continue;  // worked out anew
    known.ids.push_back(rows.getColumn(0).getInt64());
    known.summaries.push_back(std::move(*summary));
  }
  return known;
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

// The whole of an evaluation that has no summary.
struct Unsummarised {
  int64_t id = 0;
  std::string whole;
};

// In order; `known` are the ids of those that have one.
std::vector<Unsummarised> unsummarised(SQLite::Database& database, int64_t last,
                                       const std::vector<int64_t>& known) {
  std::vector<Unsummarised> others;
  SQLite::Statement rows(database, "SELECT id, whole FROM evaluations WHERE id > ? ORDER BY id");
  rows.bind(1, last);
  for (auto next = known.begin(); rows.executeStep();) {
    const int64_t id = rows.getColumn(0).getInt64();
    while (next != known.end() && *next < id)
      ++next;
    if (next == known.end() || *next != id) others.push_back({id, rows.getColumn(1).getString()});
  }
  return others;
}

Result<EvaluationSummary> summarise(const Unsummarised& one) {
  KW_ASSIGN(const json::Value value, json::parse(one.whole, "a row of the session"));
  KW_ASSIGN(const Evaluation evaluation, evaluationFromJson(value));
  return summaryOf(evaluation);
}

// Both lists in one, by their ids.
std::vector<EvaluationSummary> merged(Known known, const std::vector<Unsummarised>& others,
                                      std::vector<EvaluationSummary> summaries) {
  std::vector<EvaluationSummary> all;
  all.reserve(known.ids.size() + others.size());
  size_t next = 0;
  for (size_t i = 0; i < others.size(); ++i) {
    for (; next < known.ids.size() && known.ids[next] < others[i].id; ++next)
      all.push_back(std::move(known.summaries[next]));
    all.push_back(std::move(summaries[i]));
  }
  std::move(known.summaries.begin() + static_cast<ptrdiff_t>(next), known.summaries.end(),
            std::back_inserter(all));
  return all;
}

}  // namespace

Result<RowReader::FoundSummaries> RowReader::summariesAfter(int64_t last) {
  const SQLite::Transaction oneState(m_database);  // a writer may commit in between
  const size_t count = countAfter(m_database, last);
  Known known = storedSummaries(m_database, last, count);
  FoundSummaries found;
  found.rows.last = known.ids.empty() ? last : known.ids.back();
  if (known.ids.size() == count) {
    found.rows.summaries = std::move(known.summaries);
    return found;
  }
  const std::vector<Unsummarised> others = unsummarised(m_database, last, known.ids);
  KW_ASSIGN(std::vector<EvaluationSummary> summaries, decodeInParallel(others, summarise));
  for (size_t i = 0; i < others.size(); ++i)
    found.missing.push_back({others[i].id, encodeSummary(summaries[i])});
  if (!others.empty()) found.rows.last = std::max(found.rows.last, others.back().id);
  found.rows.summaries = merged(std::move(known), others, std::move(summaries));
  return found;
}

}  // namespace kw

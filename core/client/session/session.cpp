// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/session.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <type_traits>
#include <utility>

#include "client/session/opening.h"
#include "client/session/row_reader.h"
#include "client/session/sqlite_fault.h"
#include "client/session/writer.h"

namespace kw {
namespace {

using Path = std::filesystem::path;

// What SQLite reads without a complaint can be damaged all the same.
Error damaged(const Path& path, const std::string& how) {
  return {ErrorKind::badInput,
          "the session " + path.string() + " is damaged: " + how,
          {},
          "restore a copy of it, or delete it"};
}

Error unreadable(const Path& path, const Error& fault) {
  Error error = damaged(path, fault.message);
  if (!fault.place.empty()) error.message += " (" + describe(fault.place) + ")";
  return error;
}

class SessionFile final : public Session {
 public:
  SessionFile(Path path, std::unique_ptr<SQLite::Database> database, std::unique_ptr<Writer> writer)
      : m_path(std::move(path)),
        m_database(std::move(database)),
        m_reader(*m_database),
        m_writer(std::move(writer)) {}

  ~SessionFile() override {
    m_reader.reset();
    m_database.reset();  // before the writer: a reader keeps the file from being folded
    if (!m_writer) foldIfLeftOpen(m_path);
  }

  Status findLastIds() {
    return read("its runs", [this](RowReader& rows) -> Status {
      m_lastRun = rows.lastId("runs");
      m_lastAttempt = rows.lastId("attempts");
      KW_ASSIGN(const std::vector<Round> rounds, rows.rounds());
      m_lastRound = rounds.empty() ? 0 : rounds.back().id;
      return {};
    });
  }

  const Path& path() const override { return m_path; }

  Result<std::optional<LoadedProblem>> problem() override;
  Result<std::optional<Evaluation>> find(const std::string& key) override {
    return read("an evaluation", [&](RowReader& rows) { return rows.find(key); });
  }
  Result<std::vector<std::string>> keys() override {
    return read("its evaluations",
                [](RowReader& rows) -> Result<std::vector<std::string>> { return rows.keys(); });
  }
  Result<std::optional<std::string>> problemName() override {
    return read("its problem", [](RowReader& rows) -> Result<std::optional<std::string>> {
      return rows.problemName();
    });
  }
  Result<size_t> countEvaluations(const std::string& textHash, const std::string& deviceModel,
                                  const std::string& protocol) override {
    return read("its evaluations", [&](RowReader& rows) -> Result<size_t> {
      return rows.countEvaluations(textHash, deviceModel, protocol);
    });
  }
  Result<EvaluationRows> evaluationsAfter(int64_t last) override {
    return read("its evaluations", [last](RowReader& rows) { return rows.evaluationsAfter(last); });
  }
  Result<SummaryRows> summariesAfter(int64_t last) override;
  Result<std::vector<AttemptRecord>> unfinishedAttempts() override {
    return read("its attempts", [](RowReader& rows) { return rows.unfinishedAttempts(); });
  }
  Result<std::vector<RunRecord>> runs() override {
    return read("its runs",
                [](RowReader& rows) -> Result<std::vector<RunRecord>> { return rows.runs(); });
  }
  Result<std::vector<DeviceInfo>> devices() override {
    return read("its devices", [](RowReader& rows) { return rows.devices(); });
  }
  Result<std::vector<MeasuredOn>> searchedOn(const std::string& templateHash) override {
    return read("what its runs measured", [&](RowReader& rows) -> Result<std::vector<MeasuredOn>> {
      return rows.searchedOn(templateHash);
    });
  }

  Result<std::vector<Duel>> duels() override {
    return read("its comparisons", [](RowReader& rows) { return rows.duels(); });
  }
  Result<std::vector<Profile>> profiles() override {
    return read("its profiles", [](RowReader& rows) { return rows.profiles(); });
  }
  Result<std::vector<Round>> rounds() override {
    return read("its rounds", [](RowReader& rows) { return rows.rounds(); });
  }

  void storeProblem(const LoadedProblem& problem, Committed committed) override {
    // Only what is stored is copied: the parsed problem can be large.
    LoadedProblem copy;
    copy.problem.name = problem.problem.name;
    copy.parts = problem.parts;
    copy.problemHash = problem.problemHash;
    copy.oracleHash = problem.oracleHash;
    copy.sourceHash = problem.sourceHash;
    copy.templateHash = problem.templateHash;
    write([copy = std::move(copy)](RowWriter& rows) { rows.storeProblem(copy); },
          std::move(committed));
  }
  void storeDevice(const DeviceInfo& device, Committed committed) override {
    write([device](RowWriter& rows) { rows.storeDevice(device); }, std::move(committed));
  }
  int64_t beginRun(const RunRecord& run, Committed committed) override {
    RunRecord record = run;
    record.id = ++m_lastRun;
    write([record](RowWriter& rows) { rows.beginRun(record); }, std::move(committed));
    return record.id;
  }
  void endRun(int64_t run, const std::string& outcome, Committed committed) override {
    write([=](RowWriter& rows) { rows.endRun(run, outcome); }, std::move(committed));
  }
  int64_t beginAttempt(int64_t run, const AttemptRecord& attempt, Committed committed) override {
    AttemptRecord record = attempt;
    const int64_t id = record.id = ++m_lastAttempt;
    write([run, record = std::move(record)](RowWriter& rows) { rows.beginAttempt(run, record); },
          std::move(committed));
    return id;
  }
  void markStarted(int64_t attempt, const std::string& device) override {
    write([=](RowWriter& rows) { rows.markStarted(attempt, device); }, {});
  }
  void endAttempt(int64_t attempt, const std::string& outcome, Committed committed) override {
    write([=](RowWriter& rows) { rows.endAttempt(attempt, outcome); }, std::move(committed));
  }
  void storeEvaluation(int64_t attempt, std::shared_ptr<const Evaluation> evaluation,
                       Committed committed) override {
    write([attempt, evaluation = std::move(evaluation)](
              RowWriter& rows) { rows.storeEvaluation(attempt, *evaluation); },
          std::move(committed));
  }
  void storeDuel(const Duel& duel, Committed committed) override {
    write([duel](RowWriter& rows) { rows.storeDuel(duel); }, std::move(committed));
  }
  void storeProfile(const Profile& profile, Committed committed) override {
    write([profile](RowWriter& rows) { rows.storeProfile(profile); }, std::move(committed));
  }
  int64_t storeRound(const Round& round, Committed committed) override {
    Round record = round;
    const int64_t id = record.id = round.id != 0 ? round.id : ++m_lastRound;
    write([record = std::move(record)](RowWriter& rows) { rows.storeRound(record); },
          std::move(committed));
    return id;
  }
  Status flush() override { return m_writer ? m_writer->flush() : Status(); }
  uint64_t commits() const override { return m_writer ? m_writer->commits() : 0; }

 private:
  template <class Work>
  std::invoke_result_t<Work, RowReader&> read(std::string_view what, Work&& work) {
    const std::lock_guard lock(m_readMutex);
    return guarded(m_path, "reading " + std::string(what), [&] {
      auto result = work(*m_reader);
      if (!result) result = fail(unreadable(m_path, result.error()));
      return result;
    });
  }

  void write(std::function<void(RowWriter&)> apply, Committed committed) {
    if (m_writer) return m_writer->add({std::move(apply), std::move(committed)});
    if (committed) committed(fail(m_path.string() + " is open for reading only"));
  }

  Path m_path;
  std::unique_ptr<SQLite::Database> m_database;  // for reading
  std::optional<RowReader> m_reader;
  std::mutex m_readMutex;
  std::atomic<int64_t> m_lastRun{0}, m_lastRound{0};
  std::atomic<int64_t> m_lastAttempt{0};
  std::unique_ptr<Writer> m_writer;  // none where opened for reading
};

// The parts are checked as those of a folder are: another version may have stored them.
Result<std::optional<LoadedProblem>> SessionFile::problem() {
  auto parts = read("its problem", [](RowReader& rows) { return rows.problemParts(); });
  KW_TRY(parts);
  if (parts->empty()) return std::optional<LoadedProblem>();
  KW_ASSIGN(LoadedProblem loaded, problemFromParts(std::move(*parts), m_path.string()));
  loaded.folder.clear();
  return std::optional<LoadedProblem>(std::move(loaded));
}

// In portions, so that what else is to be written does not wait for all of them.
Result<SummaryRows> SessionFile::summariesAfter(int64_t last) {
  constexpr size_t portion = 500;
  KW_ASSIGN(RowReader::FoundSummaries found,
            read("its evaluations", [last](RowReader& rows) { return rows.summariesAfter(last); }));
  if (!m_writer) return std::move(found.rows);
  for (size_t begin = 0; begin < found.missing.size(); begin += portion) {
    const size_t end = std::min(begin + portion, found.missing.size());
    std::vector<StoredSummary> some(
        std::make_move_iterator(found.missing.begin() + static_cast<ptrdiff_t>(begin)),
        std::make_move_iterator(found.missing.begin() + static_cast<ptrdiff_t>(end)));
    write(
        [some = std::move(some)](RowWriter& rows) {
          for (const StoredSummary& one : some)
            rows.storeSummary(one);
        },
        {});
  }
  return std::move(found.rows);
}

}  // namespace

Result<std::unique_ptr<Session>> Session::open(const std::filesystem::path& path, Mode mode) {
  std::unique_ptr<Writer> writer;
  if (mode != Mode::readOnly) {
    KW_ASSIGN(WritableSession writable, openForWriting(path, mode == Mode::create));
    writer = std::make_unique<Writer>(std::move(writable));
  }
  KW_ASSIGN(std::unique_ptr<SQLite::Database> database, openForReading(path));
  auto session = std::make_unique<SessionFile>(path, std::move(database), std::move(writer));
  KW_TRY(session->findLastIds());
  return std::unique_ptr<Session>(std::move(session));
}

}  // namespace kw

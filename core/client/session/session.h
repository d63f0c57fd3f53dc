// SPDX-License-Identifier: GPL-3.0-or-later
// A session file (.kwr): everything that happened, in one SQLite file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "model/profile/profile.h"
#include "model/proposal/round.h"
#include "model/records/duel.h"
#include "model/records/records.h"
#include "model/records/summary.h"

namespace kw {

// A row of the attempts table: one try to evaluate a candidate.
struct AttemptRecord {
  int64_t id = 0;
  std::string key;
  Candidate candidate;
  std::string device;    // DeviceInfo::uuid; "" while it has reached none
  bool started = false;  // it reached the device
  std::string outcome;   // "" while unfinished; "evaluated", "cancelled", "lost", "not judged"
};

struct RunRecord {
  int64_t id = 0;
  std::string strategy;
  uint64_t seed = 0;
  std::string budget;        // "24", "60s"
  std::string begun, ended;  // UTC, ISO 8601
  std::string outcome;       // "", "finished", "cancelled", "failed"
};

// Under what conditions candidates were measured.
struct MeasuredOn {
  std::string deviceId;  // uuid
  std::string deviceModel;
  std::string protocol;  // Protocol::text()

  friend bool operator==(const MeasuredOn&, const MeasuredOn&) = default;
};

struct EvaluationRows {
  std::vector<Evaluation> evaluations;
  int64_t last = 0;
};

struct SummaryRows {
  std::vector<EvaluationSummary> summaries;
  int64_t last = 0;
};

class Session {
 public:
  enum class Mode { create, readWrite, readOnly };

  // `create` opens what is there too; the others expect a session. Where another program writes to
  // it, opening for writing is an error that names it; readOnly works then too, sees each of its
  // commits, and works in a read-only folder. A newer format, a file that is no session and a
  // damaged file are errors.
  static Result<std::unique_ptr<Session>> open(const std::filesystem::path& path, Mode mode);
  // Waits for the writer; folds the WAL back so that it is one file again.
  virtual ~Session() = default;

  virtual const std::filesystem::path& path() const = 0;

  // --- reading (any thread; sees what was committed)
  virtual Result<std::optional<LoadedProblem>> problem() = 0;    // the parts as stored, parsed anew
  virtual Result<std::optional<std::string>> problemName() = 0;  // without parsing it
  virtual Result<std::optional<Evaluation>> find(const std::string& key) = 0;
  virtual Result<std::vector<std::string>> keys() = 0;  // of all evaluations, in no order
  // Of one text (source or template) on one device model under one protocol (Protocol::text()).
  virtual Result<size_t> countEvaluations(const std::string& textHash,
                                          const std::string& deviceModel,
                                          const std::string& protocol) = 0;
  // In order of completion: those after the row `last` (0: all), and which row is now the last.
  virtual Result<EvaluationRows> evaluationsAfter(int64_t last) = 0;
  Result<std::vector<Evaluation>> evaluations() {
    KW_ASSIGN(EvaluationRows rows, evaluationsAfter(0));
    return std::move(rows.evaluations);
  }
  // Likewise, without samples and logs: many times faster. Where an older program left evaluations
  // without a summary, these are worked out, and stored if the session is open for writing.
  virtual Result<SummaryRows> summariesAfter(int64_t last) = 0;
  virtual Result<std::vector<AttemptRecord>> unfinishedAttempts() = 0;
  virtual Result<std::vector<RunRecord>> runs() = 0;
  virtual Result<std::vector<DeviceInfo>> devices() = 0;
  // Where runs measured configurations of a template, the latest first. A candidate that was
  // profiled or verified by itself belongs to no run.
  virtual Result<std::vector<MeasuredOn>> searchedOn(const std::string& templateHash) = 0;
  virtual Result<std::vector<Duel>> duels() = 0;        // in order of completion
  virtual Result<std::vector<Profile>> profiles() = 0;  // likewise
  virtual Result<std::vector<Round>> rounds() = 0;      // as begun

  // --- writing: queued to the one writer thread, committed in batches of at most 33 ms, at once
  // when nothing more waits. `committed` is called on the writer's thread after the commit. Where
  // that fails and may heal (a full disk), it is called with the error, once; the content stays
  // queued, in order, and is tried again until it succeeds, which is told by a second call. What
  // can never be written (a damaged file, a session that another program took over) is told with
  // ErrorKind::badInput and given up. `committed` may be empty.
  using Committed = std::function<void(Status)>;
  virtual void storeProblem(const LoadedProblem& problem, Committed committed) = 0;
  virtual void storeDevice(const DeviceInfo& device, Committed committed) = 0;
  // Gives the id of its row; the one in the record does not count.
  virtual int64_t beginRun(const RunRecord& run, Committed committed) = 0;
  virtual void endRun(int64_t run, const std::string& outcome, Committed committed) = 0;
  // Likewise. `run` is 0 for an attempt outside any run.
  virtual int64_t beginAttempt(int64_t run, const AttemptRecord& attempt, Committed committed) = 0;
  // It has reached this device (a uuid).
  virtual void markStarted(int64_t attempt, const std::string& device) = 0;
  virtual void endAttempt(int64_t attempt, const std::string& outcome, Committed committed) = 0;
  // The evaluation and the end of its attempt, in one transaction. An evaluation with a key that is
  // there already is ignored.
  virtual void storeEvaluation(int64_t attempt, std::shared_ptr<const Evaluation> evaluation,
                               Committed committed) = 0;
  void storeEvaluation(int64_t attempt, const Evaluation& evaluation, Committed committed) {
    storeEvaluation(attempt, std::make_shared<const Evaluation>(evaluation), std::move(committed));
  }
  virtual void storeDuel(const Duel& duel, Committed committed) = 0;
  virtual void storeProfile(const Profile& profile, Committed committed) = 0;
  // A new one where its id is 0, else in the place of the one with that id; gives the id.
  virtual int64_t storeRound(const Round& round, Committed committed) = 0;
  // Blocks until all that was queued is committed, or a commit fails (it is then tried again, as
  // above).
  virtual Status flush() = 0;
  virtual uint64_t commits() const = 0;  // transactions so far; for figures
};

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line and the workbench both drive: opening runners, tuning, verifying.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "base/result/result.h"
#include "client/session/session.h"
#include "model/problem/problem_file.h"
#include "model/profile/reading.h"
#include "model/records/duel.h"
#include "model/records/records.h"
#include "model/space/valid_space.h"

namespace kw {

struct RunnerChoice {
  // Command lines that start runners; empty: the kwr-runner beside this program.
  std::vector<std::string> commands;
  // auto, cuda:N, host: auto is the first cuda device, else host. replay:FILE is no device of a
  // runner: what FILE holds answers (see openReplayFile).
  std::string device = "auto";
};

struct Budget {
  std::optional<size_t> evaluations;  // candidates besides the source
  std::optional<std::chrono::milliseconds> time;
  static Result<Budget> parse(const std::string& text);  // "24", "60s", "5m", "500ms"
  std::string text() const;
};

// --- events

struct RunStarted {
  std::vector<DeviceInfo> devices;
  std::string problem;
  size_t validConfigurations = 0;
  double cartesian = 0;
  size_t resumed = 0;  // candidates found in the session, the source not counted
  Budget budget;
  std::vector<std::string> warnings;
};
struct CandidateStarted {
  Candidate candidate;
  std::string phase;
};
// After the evaluation was committed (where there is a session).
struct CandidateDone {
  Evaluation evaluation;
  bool resumed = false;  // came from the session
  bool newBest = false;
  size_t done = 0;    // of this run so far, the source not counted
  std::string place;  // a source, where there are several: device and runner
};
struct Progress {
  size_t done = 0, failed = 0, total = 0;  // total 0: limited by time only
  double elapsedSeconds = 0;
  double leftSeconds = -1;  // estimate; negative: none yet
  double bestMilliseconds = 0, sourceMilliseconds = 0;
};
struct Notice {
  std::string text;
};  // a lost runner, a slow disk, …
// `missed` is over 0 where a coalescing subscriber could not keep up: it re-reads rows from the
// session.
struct Dropped {
  size_t missed = 0;
};

using Event = std::variant<RunStarted, CandidateStarted, CandidateDone, Progress, Notice, Dropped>;

struct TuneSummary {
  std::string problem;
  DeviceInfo device;
  std::string protocol;  // of the evaluations (Evaluation::protocol)
  size_t evaluated =
      0;  // candidates with a verdict in this run, resumed ones included, source not counted
  size_t verified = 0;
  size_t failed = 0;
  size_t resumed = 0;          // of evaluated: how many came from the session
  bool sourceResumed = false;  // the source's times came from the session, on one device at least
  std::optional<Evaluation> source;  // none where a recording answers that has none
  std::optional<Evaluation>
      best;            // fastest verified one that applies to all cases; may be the source itself
  double speedup = 0;  // source over best, geometric mean; 0 unknown
  double speedupLow = 0, speedupHigh = 0;  // 95 %
  size_t speedupBlocks = 0;                // as Speedup::blocks
  bool cancelled = false;
  bool cancelledInFinals = false;  // the search itself had come to its end
  // Why the run ended before its time, though something was measured: a lost runner, a full disk.
  std::optional<Error> fault;
  size_t unsaved = 0;      // results that count here and that the session could not take
  bool exhausted = false;  // every valid configuration was tried
  double wallSeconds = 0;
  double kernelSeconds = 0;  // device time in timed launches
  std::vector<std::string> warnings;
};

struct TuneOptions {
  std::string strategy = "auto";
  Budget budget;
  uint64_t seed = 1;
  bool resume = false;  // without it, a session that holds evaluations of this problem is still
                        // used for lookups: nothing identified alike is measured twice
  std::optional<Protocol> protocol;
};

// Runners that are up with the problem opened on them. open(), tune(), evaluate() and the
// destructor belong on one thread, or on threads that outlive the engine: runners end with the
// thread that started them.
class Engine {
 public:
  // Starts the runners and opens `problem` on each. Progress texts ("measuring peaks", "computing
  // the oracle's answers for case prefill") go to `note`. Blocks; `stop` ends it with
  // ErrorKind::cancelled. Where a recording is replayed, `problem` is that of openReplayFile, and a
  // mismatch is ErrorKind::badInput.
  static Result<std::unique_ptr<Engine>> open(const RunnerChoice& choice,
                                              const LoadedProblem& problem, uint64_t seed,
                                              std::function<void(const std::string&)> note,
                                              std::stop_token stop);
  virtual ~Engine() = default;

  virtual const DeviceInfo& device() const = 0;
  // What the runners said of the problem when they opened it: a source that nothing independent
  // stands behind, an oracle that accepts anything.
  virtual std::vector<std::string> openingWarnings() const = 0;

  // A subscriber gets the events in order, in batches, on a thread of its own. A lossless one gets
  // every event; while it is far behind, the engine asks for nothing new. A coalescing one is
  // called at most every 33 ms; of more than `capacity` events between two calls the oldest are
  // dropped, and the batch begins with Dropped. Before tune(), which returns when all were
  // delivered.
  using Subscriber = std::function<void(const std::vector<Event>&)>;
  virtual void subscribeLossless(Subscriber subscriber) = 0;
  virtual void subscribeCoalescing(Subscriber subscriber, size_t capacity) = 0;

  // Refuses what tune() would refuse before it measures anything: devices of different models, an
  // empty space, an unknown strategy. May be left out; after it, tune() takes the same options.
  virtual Status prepareTune(const TuneOptions& options, std::stop_token stop) = 0;
  // Blocks until the budget is used, the space is exhausted or stop is requested (a summary with
  // cancelled set). `session` may be null. ErrorKind::failed where the source itself cannot be
  // verified. What ends a run later is the summary's `fault`.
  virtual Result<TuneSummary> tune(const TuneOptions& options, Session* session,
                                   std::stop_token stop) = 0;
  // From any thread. Pausing stops asking; what is in flight finishes.
  virtual void setPaused(bool paused) = 0;

  // False where nothing is measured: a recording.
  virtual bool canDuel() const = 0;
  // Measures two candidates in turns, and stores it if there is a session. Blocks.
  // ErrorKind::failed where one of them is not right, and where the runners cannot (an older
  // version). `started` is told "verifying", "timing" and so on.
  virtual Result<Duel> duel(const Candidate& first, const Candidate& second,
                            const Protocol& protocol, const DuelSettings& settings,
                            Session* session,
                            const std::function<void(const std::string& phase)>& started,
                            std::stop_token stop) = 0;

  // Counters of a candidate on one case, which is not verified here; see client/engine/profiling.h.
  // Blocks. What has no counters, or refuses them, says so in the reading.
  virtual Result<CounterReading> count(const Candidate& candidate, const std::string& caseName,
                                       const std::vector<std::string>& metrics, int mostPasses,
                                       const std::function<void(const std::string&)>& started,
                                       std::stop_token stop) = 0;

  // One candidate, evaluated now even if the session has it; stored if there is a session.
  virtual Result<Evaluation> evaluate(const Candidate& candidate, const Protocol& protocol,
                                      Session* session, std::stop_token stop,
                                      const Scrutiny& scrutiny = {}) = 0;
};

// What every runner of the choice offers, with measured peaks if asked for. `note` is told when one
// keeps us waiting.
struct RunnerDevices {
  std::string command;
  std::string host;
  std::vector<DeviceInfo> devices;
  std::vector<std::string> missing;
  std::optional<CounterListing> counters;  // where they were asked for
  std::optional<Error> error;              // the runner could not be reached
};
Result<std::vector<RunnerDevices>> listDevices(const RunnerChoice& choice, bool peaks,
                                               std::stop_token stop,
                                               std::function<void(const std::string&)> note = {});
// The same, with what a chip offers of counters; "present": the device's own.
Result<std::vector<RunnerDevices>> listCounters(const RunnerChoice& choice, const std::string& chip,
                                                std::stop_token stop,
                                                std::function<void(const std::string&)> note = {});

}  // namespace kw

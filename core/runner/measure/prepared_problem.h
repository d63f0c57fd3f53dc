// SPDX-License-Identifier: GPL-3.0-or-later
// A problem opened on a device: inputs made, the oracle asked, buffers in place; then candidate
// after candidate is judged and timed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "model/protocol/messages.h"
#include "model/records/duel.h"
#include "model/records/records.h"
#include "runner/device/device.h"

namespace kw {

struct PrepareOptions {
  uint64_t seed = 1;
  std::optional<CompileOutcome>
      source;  // the source kernel, compiled: the trusted kernel for large cases
  bool consentToNoSandbox = false;               // for the oracle's Python
  std::function<void(const std::string&)> note;  // what is being done, for people
};

struct EvaluationJob {
  Candidate candidate;
  std::string key;
  Protocol protocol;
  double deadlineSeconds =
      0;  // for one launch sequence; 0: chosen from the source's time, at least 2 s
  CompileOutcome compiled;
  // With a seed of 0 nothing is drawn: numbers of launches are always the same.
  Scrutiny scrutiny;
  RivalTimes rival;
};

struct DuelJob {
  Candidate first, second;
  CompileOutcome compiledFirst, compiledSecond;
  Protocol protocol;
  DuelSettings settings;
};

struct ProfileJob {
  Candidate candidate;
  CompileOutcome compiled;
  std::string caseName;
  std::vector<std::string> metrics;  // ids of the catalogue
  int mostPasses = 0;                // 0: any number
};

class PreparedProblem {
 public:
  // `problem` outlives this. The errors say which case and argument; ErrorKind::missing where the
  // oracle needs a Python with NumPy that is not here; badInput where a case needs more memory than
  // there is.
  static Result<std::unique_ptr<PreparedProblem>> prepare(Device& device,
                                                          const LoadedProblem& problem,
                                                          const PrepareOptions& options,
                                                          std::stop_token stop);
  virtual ~PreparedProblem() = default;

  virtual const std::vector<protocol::OpenedCase>& cases() const = 0;
  virtual const std::vector<std::string>& warnings() const = 0;

  // The candidate's faults are in the verdict. An Error is ours, or ErrorKind::cancelled. `phase`
  // is told "verifying" and "timing" as they begin.
  virtual Result<Evaluation> evaluate(const EvaluationJob& job,
                                      const std::function<void(const std::string&)>& phase,
                                      std::stop_token stop) = 0;
  // Measures two candidates in turns. ErrorKind::failed, with which of them and how, where one does
  // not compile, load or verify.
  virtual Result<Duel> duel(const DuelJob& job,
                            const std::function<void(const std::string&)>& phase,
                            std::stop_token stop) = 0;
  // Counters of one candidate on one case. A device that has none, or refuses them, is told in the
  // reading. ErrorKind::failed where the candidate does not compile, load or run.
  virtual Result<CounterReading> profile(const ProfileJob& job,
                                         const std::function<void(const std::string&)>& phase,
                                         std::stop_token stop) = 0;
  // True after a candidate poisoned the device: this process has to be replaced.
  virtual bool deviceLost() const = 0;
};

}  // namespace kw

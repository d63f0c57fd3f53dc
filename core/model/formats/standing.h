// SPDX-License-Identifier: GPL-3.0-or-later
// What a pile of evaluations comes to: the source, the best candidate, and how much faster it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/statistics/statistics.h"
#include "model/problem/problem_file.h"
#include "model/records/duel.h"
#include "model/records/records.h"
#include "model/records/summary.h"

namespace kw {

// Source time over candidate time: the ratio of weighted geometric means over the performance
// cases.
struct Speedup {
  double ratio = 0;  // 0: unknown, since one of the two was not timed on every performance case
  statistics::Interval interval95;
  size_t blocks = 0;  // of turns in which the two were measured; 0: each was measured on its own
};
// Both evaluations must be of the same device and protocol; only cold measurements count.
Speedup speedupOf(const Problem& problem, const Evaluation& source, const Evaluation& candidate);
// From their duel, if there is one.
Speedup speedupOf(const Problem& problem, const Evaluation& source, const Evaluation& candidate,
                  const std::vector<Duel>& duels);

// Whether it says that a candidate is not right, rather than that it could not be tried.
bool isFault(VerdictKind kind);

const Measurement* measurementOf(const Evaluation& evaluation, std::string_view caseName,
                                 std::string_view state = "cold");

// The evaluations of one problem's present revision on one device under one protocol, whole or
// summarised.
template <class Record>
struct Standings {
  std::string deviceId;  // uuid
  std::string deviceModel;
  std::string protocol;             // Protocol::text()
  std::vector<Record> evaluations;  // in order of completion, the source among them
  size_t source = none;             // index, or none
  size_t best = none;    // index of the fastest verified one that applies to all cases, or none
  size_t verified = 0;   // candidates, the source not counted
  size_t failed = 0;     // likewise
  size_t refuted = 0;    // of failed: verified here, and found wrong under another protocol
  size_t elsewhere = 0;  // evaluations of other revisions, devices and protocols, left out here
  // Final figures (finalProtocol) of this revision on this device; they are in none of the above.
  std::vector<Record> finals;

  static constexpr size_t none = static_cast<size_t>(-1);
  const Record* sourceEvaluation() const { return source == none ? nullptr : &evaluations[source]; }
  const Record* bestEvaluation() const { return best == none ? nullptr : &evaluations[best]; }
};

struct Standing : Standings<Evaluation> {
  Speedup speedup;
  std::vector<Duel> duels;  // of this revision, device and protocol
};

// The last final figures of a candidate; null where there are none.
template <class Record>
const Record* finalOf(const std::vector<Record>& finals, const Candidate& candidate) {
  const Record* found = nullptr;
  for (const Record& one : finals)
    if (one.candidate == candidate) found = &one;
  return found;
}

// The fastest by geometric mean is the best, unless a duel says that another one is faster than it,
// and so on from that one. Whoever was found wrong, crashed or hung on such a device, under
// whatever protocol, has failed. A speed-up over the source comes from their duel where there is
// one.

// The standing on the device and under the protocol of the latest evaluation of a candidate of this
// revision, or else of the source; with
// a `deviceId` (a uuid) or a `protocol`, the latest among those. Without any, everything is
// elsewhere.
Standing standingOf(const LoadedProblem& problem, std::vector<Evaluation> evaluations,
                    std::vector<Duel> duels = {}, std::string_view deviceId = {},
                    std::string_view protocol = {});
Standings<EvaluationSummary> summaryStandingOf(const LoadedProblem& problem,
                                               std::vector<EvaluationSummary> evaluations,
                                               const std::vector<Duel>& duels = {},
                                               std::string_view deviceId = {},
                                               std::string_view protocol = {});

}  // namespace kw

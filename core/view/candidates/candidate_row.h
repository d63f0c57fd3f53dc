// SPDX-License-Identifier: GPL-3.0-or-later
// One candidate as tables and plots need it: an evaluation without its samples and logs, so that a
// hundred thousand of them fit into memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/problem/problem.h"
#include "model/records/records.h"
#include "model/records/summary.h"

namespace kw::view {

// Of one performance case; milliseconds, 0 where it was not timed.
struct CaseTime {
  double median = 0;
  double low = 0, high = 0;  // 95 % interval of the median
  double warm = 0;           // median without flushing the cache
};

struct CandidateRow {
  std::string key;  // of the evaluation
  Candidate candidate;
  std::string deviceId;
  VerdictKind verdict = VerdictKind::couldNotJudge;
  bool appliesToAll = true;
  std::string reason;           // one line where it is not verified, else ""
  double geomean = 0;           // milliseconds, cold, weighted over performance cases; 0: none
  std::vector<CaseTime> cases;  // in the order of the names given to rowOf
  int registers = -1;           // per thread, the most of its kernels; -1: not known
  int64_t spills = -1;          // bytes stored and loaded, of all its kernels; -1: not known
  int64_t staticShared = -1;    // bytes, the most of its kernels; -1: not known
  double occupancy = -1;        // 0 to 1, the least of its launches; -1: not known
  std::string started;          // UTC, ISO 8601

  bool verified() const { return verdict == VerdictKind::verified; }
  // Was timed on every performance case, so that it has a place in a plot of times.
  bool timed() const { return verified() && geomean > 0; }
};

// The performance cases of a problem, in its order.
std::vector<std::string> performanceCases(const Problem& problem);

CandidateRow rowOf(EvaluationSummary summary, const std::vector<std::string>& caseNames);
CandidateRow rowOf(const Evaluation& evaluation, const std::vector<std::string>& caseNames);

}  // namespace kw::view

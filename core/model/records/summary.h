// SPDX-License-Identifier: GPL-3.0-or-later
// An evaluation as lists and plots need it: without samples, logs and metrics, so that a hundred
// thousand of them are read in a moment and fit into memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/records/records.h"

namespace kw {

// Of one case; milliseconds, 0 where it was not timed.
struct CaseSummary {
  std::string caseName;
  double median = 0;
  double low = 0, high = 0;  // 95 % interval of the median
  double warm = 0;           // median without flushing the cache

  friend bool operator==(const CaseSummary&, const CaseSummary&) = default;
};

struct EvaluationSummary {
  std::string key;
  Candidate candidate;
  std::string deviceId, deviceModel, protocol;
  Verdict verdict;     // without `oracle` and `detail`
  double geomean = 0;  // as in Evaluation
  std::string started;
  std::vector<CaseSummary> cases;  // in the order of the measurements
  int registers = -1;              // per thread, the most of its kernels; -1: not known
  int64_t spills = -1;             // bytes stored and loaded, of all its kernels; -1: not known
  int64_t staticShared = -1;       // bytes, the most of its kernels; -1: not known
  double occupancy = -1;           // 0 to 1, the least of its launches; -1: not known
};

EvaluationSummary summaryOf(const Evaluation& evaluation);

// Null where the case was not timed.
const CaseSummary* caseOf(const EvaluationSummary& summary, std::string_view caseName);

}  // namespace kw

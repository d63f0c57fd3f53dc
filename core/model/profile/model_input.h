// SPDX-License-Identifier: GPL-3.0-or-later
// What modelled metrics are computed from: the problem's work model, the measured time and the
// device's measured peaks.
#pragma once

#include <string>

#include "base/expression/expression.h"
#include "model/problem/problem.h"
#include "model/records/records.h"

namespace kw {

// 0 is not known.
struct ModelInput {
  double bytes = 0;         // compulsory ones of the case
  double flops = 0;         // operations of the case
  std::string precision;    // of these: "fp32"
  double seconds = 0;       // median of the launches, cold
  double floorSeconds = 0;  // see model/metrics/floor.h
  double dramRate = 0;      // bytes a second, the better of reading and copying
  double flopsRate = 0;     // arithmeticPeak() of its precision
  double occupancy = 0;     // 0 to 1
};

// `evaluation` may have no measurement of the case: then there is no time.
ModelInput modelInput(const Problem& problem, const std::string& caseName, const DeviceInfo& device,
                      const Evaluation& evaluation);

// work.bytes, work.flops, work.fp32, work.fp64, work.fp16, time.seconds, floor.seconds, peak.dram,
// peak.flops and occupancy.share; what is not known has no value.
expression::Lookup lookupOf(const ModelInput& input);

}  // namespace kw

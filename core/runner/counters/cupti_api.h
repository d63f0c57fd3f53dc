// SPDX-License-Identifier: GPL-3.0-or-later
// CUPTI's functions, loaded at run time. For the .cpp files of this folder only: where the headers
// were missing at build time, KW_HAS_CUPTI is 0 and there is nothing here.
#pragma once

#if KW_HAS_CUPTI

#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include "base/result/result.h"

namespace kw::counters {

// clang-format off
#define KW_CUPTI_FUNCTIONS(X) \
  X(cuptiProfilerInitialize) X(cuptiDeviceGetChipName) X(cuptiProfilerGetCounterAvailability) \
  X(cuptiProfilerHostInitialize) X(cuptiProfilerHostDeinitialize) \
  X(cuptiProfilerHostGetSupportedChips) X(cuptiProfilerHostConfigAddMetrics) \
  X(cuptiProfilerHostGetConfigImageSize) X(cuptiProfilerHostGetConfigImage) \
  X(cuptiProfilerHostGetNumOfPasses) X(cuptiProfilerHostEvaluateToGpuValues) \
  X(cuptiRangeProfilerEnable) X(cuptiRangeProfilerDisable) \
  X(cuptiRangeProfilerGetCounterDataSize) X(cuptiRangeProfilerCounterDataImageInitialize) \
  X(cuptiRangeProfilerSetConfig) X(cuptiRangeProfilerStart) X(cuptiRangeProfilerStop) \
  X(cuptiRangeProfilerPushRange) X(cuptiRangeProfilerPopRange) X(cuptiRangeProfilerDecodeData)
// clang-format on

struct CuptiApi {
#define KW_DECLARE(name) decltype(&::name) name = nullptr;
  KW_CUPTI_FUNCTIONS(KW_DECLARE)
#undef KW_DECLARE
};

// Loaded once, from toolkit().cupti; then the same answer for ever. ErrorKind::missing says where
// it was looked for and what to install.
const Result<CuptiApi>& cupti();

// A refusal (ErrorKind::missing) or a failure, as refusals.h has it.
Status check(CUptiResult result, const char* doing);

}  // namespace kw::counters

#endif

// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings in the formats of others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "model/records/recording.h"

namespace kw {

// T4 1.0.0. What it has no field for (device, kernel, the parameters' values) stands in "metadata".
std::string writeT4(const Recording& recording);

// A cache that Kernel Tuner reads, whole, with one row a line. A parameter that is called like a
// measurement ("time") stands in the rows' keys only, as there.
std::string writeKernelTunerCache(const Recording& recording);

// A header, then a row for each configuration: parameters, time_ms, verdict, failure, samples_ms,
// wall times, timestamp, and metrics. Device, kernel and problem size have no place in it. Columns
// that hold nothing are left out.
std::string writeCsv(const Recording& recording);

// "t4", "cache" or "csv".
std::vector<std::string> recordingFormats();
Result<std::string> writeRecording(const Recording& recording, std::string_view format);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Reading what other tuners measured: Kernel Tuner caches, T4, KTT results and CSV.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result/result.h"
#include "model/recordings/import_report.h"
#include "model/records/recording.h"

namespace kw {

struct ReadRecording {
  Recording recording;
  ImportReport report;
};

// Content beyond this, unpacked, is refused.
inline constexpr size_t largestRecording = size_t{1} << 30;

// What the file is shows in its content, never in its name; gzip is unpacked. A row that cannot be
// taken is told in the report, and so is an end that is missing. An error (ErrorKind::badInput)
// where the file is of no format that is read here, states no parameters, or no row of it can be
// taken; it says why.
Result<ReadRecording> readRecording(const std::filesystem::path& path);

// The same from the content of a file, gzip or not. `fileName` only stands in messages.
Result<ReadRecording> readRecordingBytes(std::string_view bytes, const std::string& fileName);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// One reader for each format. Internal to recordings/.
#pragma once

#include <string>
#include <string_view>

#include "base/json/text.h"
#include "model/recordings/read_recording.h"

namespace kw::recordings {

// How deep rows are in all the JSON formats: the file, the list of rows, the row. Rows that break
// off are dropped.
inline constexpr int rowsKeptDepth = 2;

bool isKernelTunerCache(const json::Value& root);
Result<ReadRecording> readKernelTunerCache(const json::PartialValue& text,
                                           const std::string& fileName);

bool isT4(const json::Value& root);
Result<ReadRecording> readT4(const json::PartialValue& text, const std::string& fileName);

bool isKttResults(const json::Value& root);
Result<ReadRecording> readKttResults(const json::PartialValue& text, const std::string& fileName);

Result<ReadRecording> readCsv(std::string_view text, const std::string& fileName);

}  // namespace kw::recordings

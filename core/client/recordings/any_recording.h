// SPDX-License-Identifier: GPL-3.0-or-later
// A recording in whatever file it lies: another tuner's, or a session of ours.
#pragma once

#include <filesystem>

#include "base/result/result.h"
#include "model/recordings/read_recording.h"

namespace kw {

// By its content, whatever its name. False where it cannot be read.
bool isSessionFile(const std::filesystem::path& file);

// recordingOf() of a session, readRecording() of any other file. A session's report is empty.
Result<ReadRecording> readAnyRecording(const std::filesystem::path& file);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// A recording of another tuner as a session.
#pragma once

#include <filesystem>

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "model/recordings/import_report.h"
#include "model/records/recording.h"

namespace kw {

struct ImportedRecording {
  LoadedProblem problem;  // stands for it, with the file among its parts
  Recording recording;
  ImportReport report;
};
// Reads a recording. Errors are those of readRecording.
Result<ImportedRecording> readImported(const std::filesystem::path& file);

// Reads a recording (see readRecording) and makes a session of it that the rest of the program
// opens: the file itself, a problem that stands for it (see RecordedOrigin) and an evaluation of
// each row. The session appears when it is complete; a file that is there already is never replaced
// (ErrorKind::badInput).
Result<ImportReport> importRecording(const std::filesystem::path& file,
                                     const std::filesystem::path& session);

}  // namespace kw

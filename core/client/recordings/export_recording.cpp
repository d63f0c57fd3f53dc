// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/recordings/export_recording.h"

#include "base/files/files.h"
#include "base/gzip/gzip.h"
#include "client/recordings/session_recording.h"
#include "model/recordings/write_recording.h"

namespace kw {

namespace {

Status checkIsFree(const std::filesystem::path& file) {
  std::error_code fault;
  const bool isThere = std::filesystem::exists(file, fault);
  if (!isThere || (std::filesystem::is_regular_file(file, fault) &&
                   std::filesystem::file_size(file, fault) == 0))
    return {};
  return failInput(file.string() + " is there already, so it is not replaced", Place{},
                   "choose another name, or remove it first");
}

}  // namespace

Result<size_t> exportRecording(Session& session, std::string_view format,
                               const std::filesystem::path& file, std::string_view deviceId) {
  KW_TRY(checkIsFree(file));
  KW_ASSIGN(const Recording recording, recordingOf(session, deviceId));
  KW_ASSIGN(std::string text, writeRecording(recording, format));
  if (file.extension() == ".gz") {
    KW_ASSIGN(text, gzip::pack(text));
  }
  KW_TRY(files::writeAtomically(file, text));
  return recording.rows.size();
}

}  // namespace kw

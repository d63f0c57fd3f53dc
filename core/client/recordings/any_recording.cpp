// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/recordings/any_recording.h"

#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "client/recordings/session_recording.h"

namespace kw {

bool isSessionFile(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  constexpr std::string_view magic = "SQLite format 3";
  std::string begin(magic.size(), ' ');
  std::ifstream stream(file, std::ios::binary);
  return stream.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == magic;
}

Result<ReadRecording> readAnyRecording(const std::filesystem::path& file) {
  if (!isSessionFile(file)) return readRecording(file);
  KW_ASSIGN(const std::unique_ptr<Session> session, Session::open(file, Session::Mode::readOnly));
  ReadRecording read;
  KW_ASSIGN(read.recording, recordingOf(*session));
  return read;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// From a session to a file that other tuners read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "base/result/result.h"
#include "client/session/session.h"

namespace kw {

// Writes recordingOf(session, deviceId) as "t4", "cache" or "csv"; compressed where the file's name
// ends in
// ".gz". Gives the number of configurations. A file that is there and not empty is never replaced
// (ErrorKind::badInput): it may be what another tuner measured.
Result<size_t> exportRecording(Session& session, std::string_view format,
                               const std::filesystem::path& file, std::string_view deviceId = {});

}  // namespace kw

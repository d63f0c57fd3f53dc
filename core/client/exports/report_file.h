// SPDX-License-Identifier: GPL-3.0-or-later
// From a session to an HTML report on disk.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result/result.h"
#include "client/session/session.h"

namespace kw {

// The report of the standing on a device (its uuid) under a protocol; "" is the latest.
// A file that is there and is no HTML is not replaced (ErrorKind::badInput).
Status writeReport(Session& session, const LoadedProblem& problem,
                   const std::filesystem::path& file, std::string_view deviceId,
                   std::string_view protocol);

}  // namespace kw

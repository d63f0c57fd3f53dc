// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "base/result/result.h"
#include "client/session/session.h"
#include "model/problem/problem_file.h"
#include "model/profile/profile.h"

namespace kw::cli {

// What the counters panel exports of a profile, compared with the source kernel's where the session
// has one of the same case and device. `session` may be null.
Status writeProfileCsv(const std::filesystem::path& file, const Profile& profile,
                       const LoadedProblem& problem, Session* session);

}  // namespace kw::cli

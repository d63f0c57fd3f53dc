// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "runner/device/compiler.h"

namespace kw::host {

// A content hash of the problem's files that the job's text includes, directly or not; "" if none.
std::string includedFilesHash(const CompileJob& job);

}  // namespace kw::host

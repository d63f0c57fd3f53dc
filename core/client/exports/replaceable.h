// SPDX-License-Identifier: GPL-3.0-or-later
// Which files an export may replace: only what an earlier export wrote. A session, a kernel or a
// problem.json that was named by mistake would be lost otherwise.
#pragma once

#include <filesystem>

#include "base/result/result.h"

namespace kw {

// ErrorKind::badInput where `file` exists, is not empty and is no report of ours or any other page.
Status checkReplacedReport(const std::filesystem::path& file);

// The same for a part of an exported kernel: FILE.cu, FILE.h, FILE_for_CASE.cu or
// FILE_fallback.cu.
Status checkReplacedExport(const std::filesystem::path& file);

}  // namespace kw

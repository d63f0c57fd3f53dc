// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of file calls, in words. Internal to files/.
#pragma once

#include <cerrno>
#include <filesystem>
#include <string_view>

#include "base/result/result.h"

namespace kw::files {

// "cannot WHAT 'PATH': No space left on device", with what to do about it. ErrorKind::badInput
// where the path is at fault (not there, no permission, no folder), else failed.
Error systemError(std::string_view what, const std::filesystem::path& path, int number = errno);

}  // namespace kw::files

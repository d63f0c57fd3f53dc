// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own folders, as the XDG rules have them. None is made here.
#pragma once

#include <filesystem>

namespace kw::files {

// An environment variable that holds an absolute path; "" otherwise: relative paths are passed
// over, as the XDG rules want it.
std::filesystem::path folderVariable(const char* name);

// HOME, or the account's home folder where HOME is unset or no absolute path; "" where there is no
// such folder.
std::filesystem::path homeFolder();

// KERNELWRIGHT_CONFIG (a relative path counts from the working folder), else
// $XDG_CONFIG_HOME/kernelwright or ~/.config/kernelwright; "" where there is no home folder.
std::filesystem::path configurationFolder();

}  // namespace kw::files

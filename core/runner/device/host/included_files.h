// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "runner/device/compiler.h"

namespace kw::host {

// The problem's files that the job's text includes by name, directly or not. Only texts: what a
// problem holds besides, such as an oracle's stored answers, is no candidate's to read.
struct IncludedFiles {
  std::vector<std::string> paths;
  std::string hash;  // of their names and contents; "" if there are none
};
IncludedFiles includedFiles(const CompileJob& job);

}  // namespace kw::host

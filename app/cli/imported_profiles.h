// SPDX-License-Identifier: GPL-3.0-or-later
// `kwr profile FILE.csv`: the tree walked over what Nsight Compute measured.
#pragma once

#include <string>

#include "cli/command.h"
#include "client/profile/walker.h"

namespace kw::cli {

// Each launch whose kernel's name holds `kernel`.
Result<int> profileNcuFile(const std::string& file, const std::string& kernel, const Policy& policy,
                           Context& context);

}  // namespace kw::cli

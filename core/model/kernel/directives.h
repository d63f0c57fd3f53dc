// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/kernel/source_scan.h"

namespace kw {

// Macros of which #ifdef, #ifndef or defined() asks whether they are there.
std::set<std::string> macrosTestedIn(const std::vector<Token>& all);

}  // namespace kw

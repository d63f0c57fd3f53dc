// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real kwr with a terminal, at which all answers are typed already.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kwr_process.h"

namespace kw::test {

// Standard input and standard error are the terminal; what it shows is Outcome::errors.
Outcome kwrAtTerminal(const Bench& bench, std::vector<std::string> arguments,
                      std::vector<std::pair<std::string, std::string>> environment,
                      const std::string& typed);

}  // namespace kw::test

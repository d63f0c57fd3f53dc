// SPDX-License-Identifier: GPL-3.0-or-later
// What only the user knows: asked for on a terminal, listed elsewhere.
#pragma once

#include <string>
#include <vector>

#include "base/result/result.h"
#include "cli/output.h"
#include "client/new_problem/draft.h"

namespace kw::cli {

// A person at a terminal, who did not ask for --json.
bool canAsk(const Output& output);

// The reply, not empty. The end of the input is ErrorKind::cancelled.
Result<std::string> ask(const drafting::OpenQuestion& question, Output& output);

// All that is missing in one error, each with the option that gives it.
Error missingError(const std::string& file, const std::vector<drafting::OpenQuestion>& missing);

}  // namespace kw::cli

// SPDX-License-Identifier: GPL-3.0-or-later
// What was written and lifted, for people and for --json.
#pragma once

#include "base/json/value.h"
#include "cli/output.h"
#include "client/new_problem/problem_folder.h"

namespace kw::cli {

// The diff, the parameters, what was left and why, and the files.
void sayLifted(const drafting::WrittenProblem& written, Output& output);
// Adds "folder", "files", "parameters", "lifted", "left", "diff", "warnings".
void addLifted(json::Value& summary, const drafting::WrittenProblem& written);

}  // namespace kw::cli

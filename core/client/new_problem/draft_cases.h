// SPDX-License-Identifier: GPL-3.0-or-later
// The cases of a draft to which nothing is missing. Internal to new_problem/.
#pragma once

#include <string>
#include <vector>

#include "client/new_problem/draft.h"

namespace kw::drafting {

// One for each of the sizes' values, and those that only check results.
json::Value casesOf(const Draft& draft, const Answers& answers);

// What the user should know of them.
std::vector<std::string> caseNotes(const Draft& draft, const Answers& answers);

}  // namespace kw::drafting

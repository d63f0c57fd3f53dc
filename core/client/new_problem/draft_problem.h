// SPDX-License-Identifier: GPL-3.0-or-later
// problem.json of a draft to which nothing is missing. Internal to new_problem/.
#pragma once

#include <vector>

#include "client/new_problem/draft_arguments.h"

namespace kw::drafting {

json::Value problemOf(const Draft& draft, const std::vector<DraftArgument>& arguments,
                      const Answers& answers);

}  // namespace kw::drafting

// SPDX-License-Identifier: GPL-3.0-or-later
// problem.json of a draft to which nothing is missing. Internal to new_problem/.
#pragma once

#include "client/new_problem/draft.h"

namespace kw::drafting {

json::Value problemOf(const Draft& draft, const Answers& answers);

}  // namespace kw::drafting

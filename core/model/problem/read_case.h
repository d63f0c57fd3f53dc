// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of "cases" in problem.json.
#pragma once

#include "base/json/reader.h"
#include "model/problem/problem.h"
#include "model/space/names.h"

namespace kw {

// `problem` has its arguments and sizes already.
Case readCase(const json::Value& value, const std::string& keyPath, const Problem& problem,
              json::Faults& faults);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// "tolerance" of a problem or a case, and "comparison" of an argument, in problem.json.
#pragma once

#include "base/json/reader.h"
#include "model/problem/problem.h"

namespace kw {

// {"relative":r, "rms":s} (either may be left out), {"exact":true}, {"codes":n}, {"set":true} or
// {"top_k":{"indices":"output","source":"input"}}; relative and rms may stand beside the last two.
Comparison readComparison(const json::Value& value, const std::string& keyPath,
                          json::Faults& faults);

}  // namespace kw

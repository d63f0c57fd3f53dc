// SPDX-License-Identifier: GPL-3.0-or-later
// What `kwr learn-tree` prints.
#pragma once

#include <string>
#include <vector>

#include "base/json/value.h"
#include "client/learning/comparison.h"
#include "client/learning/learner.h"

namespace kw::cli {

// "round 1, REWRITE: 20 proposals judged: accepted", then a line for the best one and each that was
// looked at on the kernels set aside: "  REWRITE memory + hit rates: gains 6.1 % (at least 2.3 %)
// on 21 kernels, and 5.0 % (at least 1.1 %) on 11 others: accepted".
std::vector<std::string> decisionTexts(const Decision& decision);
// A line for each way under a line of headings.
std::vector<std::string> comparisonTable(const ComparedWays& comparison);

// {"event":"decision", …}; of what was judged, only what decisionTexts() names.
json::Value decisionEvent(const Decision& decision);
// {"ways":[{"name","about","kernels","speedup","speedup_interval",…}],"best_fixed","parts"}; a way
// without figures has "missing" instead.
json::Value comparisonJson(const ComparedWays& comparison);

}  // namespace kw::cli

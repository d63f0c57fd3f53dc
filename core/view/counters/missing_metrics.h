// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "view/counters/counter_sheet.h"

namespace kw::view {

// What the steps of a profile asked for without getting a value, each once, in their order.
std::vector<MissingMetric> missingMetrics(const Catalogue& catalogue, const Profile& profile);

}  // namespace kw::view

// SPDX-License-Identifier: GPL-3.0-or-later
// The fixed sets of metrics that a learnt policy is compared with: Algorithm, Memory, Latency and
// Compute. From resources/profiling/configurations.json.
#pragma once

#include <vector>

#include "client/learning/rewards.h"
#include "model/profile/catalogue.h"

namespace kw {

Result<std::vector<MetricGroup>> readConfigurations(const std::string& text,
                                                    const std::string& fileName,
                                                    const Catalogue& catalogue);

// Those that come with the program.
const std::vector<MetricGroup>& fixedConfigurations();

}  // namespace kw

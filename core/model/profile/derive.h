// SPDX-License-Identifier: GPL-3.0-or-later
// From counters to metrics.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/profile/catalogue.h"
#include "model/profile/metric.h"
#include "model/profile/model_input.h"

namespace kw {

// Gives each of `ids` a value where there is one: its counter among `counters` (by id), else its
// formula, else the model. A figure that is computed from a modelled one is modelled; one that is
// computed from times alone is measured. Those that have none are left out.
MetricValues derive(const Catalogue& catalogue, const std::vector<std::string>& ids,
                    const std::map<std::string, double>& counters, std::string_view chip,
                    const ModelInput& input);

}  // namespace kw

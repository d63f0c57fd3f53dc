// SPDX-License-Identifier: GPL-3.0-or-later
// "━━━━━━────── 12 of 24, best 104.3 µs (1.62×), 1 failed, 40 s left"
#pragma once

#include <optional>
#include <string>

#include "client/engine/engine.h"

namespace kw::cli {

// One line of at most `width` columns. `timeBudget`, where the run is limited by time: the bar then
// shows it.
std::string progressLine(const Progress& progress, std::optional<double> timeBudgetSeconds,
                         size_t width);

}  // namespace kw::cli

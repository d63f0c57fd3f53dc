// SPDX-License-Identifier: GPL-3.0-or-later
// Latency of each candidate in order of completion, as SVG that CSS colours.
#pragma once

#include <string>

#include "model/formats/standing.h"

namespace kw {

// Every candidate is in the picture: verified ones as circles, failed ones as crosses on the lower
// edge, the best so far as a step line, the source as a line with a square. "" where nothing was
// timed.
std::string latencyPlotSvg(const Standing& standing);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// What no device could launch, whatever it is.
#pragma once

#include <string>
#include <vector>

#include "model/problem/problem.h"

namespace kw {

// Grids, blocks and clusters below 1 or above what every CUDA device allows; each fault with the
// expression that gave the number. `made` is `launch` with its expressions evaluated.
std::vector<std::string> geometryFaults(const Launch& launch, const ConcreteLaunch& made);

}  // namespace kw

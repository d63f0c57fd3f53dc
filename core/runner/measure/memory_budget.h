// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the cases of a problem fit into a device's memory, known before anything is allocated.
#pragma once

#include "base/result/result.h"
#include "runner/measure/open_case.h"

namespace kw {

struct MemoryBudget {
  // Outputs and workspaces of all cases fit beside each other; else each case has them in its turn.
  bool keepScratch = true;
};

// ErrorKind::badInput, naming the largest case, what is needed and what is free, where not even one
// case at a time fits.
Result<MemoryBudget> memoryBudget(Device& device, const OpenCases& cases);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Whether hardware counters could be read here.
#pragma once

#include <string>
#include <vector>

namespace kw::cuda {

// What stands against it, one line each with what to do; empty where nothing does. Looks at CUPTI
// and at the rights that the driver asks for, without starting either.
std::vector<std::string> missingForCounters();

}  // namespace kw::cuda

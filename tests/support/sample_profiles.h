// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles that were never measured: the default tree walked over made-up counters of a GH100, on
// the sample device. For tests of what shows them.
#pragma once

#include <string>

#include "model/profile/profile.h"

namespace kw::test {

// The case they are of: the first one of silu_and_mul.
inline constexpr const char* profiledCase = "prefill";

// `busy`: how many percent of DRAM's peak it moves; from 60 on, it is found memory-bound. Of two
// passes at most with `passes` 2, so that the budget leaves something out.
Profile sampleProfile(const Candidate& candidate, double busy = 87, int passes = 0);
// Without counters, as where nobody may read them.
Profile modelledProfile(const Candidate& candidate, double share = 60);

}  // namespace kw::test

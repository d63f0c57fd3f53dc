// SPDX-License-Identifier: GPL-3.0-or-later
// What a chip offers of the catalogue, and what each metric costs in passes.
#pragma once

#include <string>

#include "base/result/result.h"
#include "model/profile/reading.h"

namespace kw::counters {

// Of the chip named, whether or not it is here. ErrorKind::badInput for one that CUPTI does not
// know, with those that it knows; ErrorKind::missing where there is no CUPTI.
Result<CounterListing> listCounters(const std::string& chip);

}  // namespace kw::counters

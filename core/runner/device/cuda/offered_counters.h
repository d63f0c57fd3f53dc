// SPDX-License-Identifier: GPL-3.0-or-later
// What a chip, or the first GPU here, offers of the catalogue's counters.
#pragma once

#include <string>

#include "base/result/result.h"
#include "model/profile/reading.h"

namespace kw::cuda {

// `chip` "": that of the first GPU. ErrorKind::missing where there is none, or no CUPTI.
Result<CounterListing> offeredCounters(const std::string& chip);

}  // namespace kw::cuda

// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/offered_counters.h"

#include "runner/counters/collection.h"
#include "runner/counters/counter_listing.h"
#include "runner/device/cuda/driver_api.h"

namespace kw::cuda {

Result<CounterListing> offeredCounters(const std::string& chip) {
  if (!chip.empty()) return counters::listCounters(chip);
  if (!driver())
    return failMissing(
        "there is no GPU here whose chip could be asked: " + driver().error().message,
        "name a chip, as in --chip GH100");
  KW_ASSIGN(const std::string present, counters::chipOfDevice(0));
  KW_ASSIGN(CounterListing listing, counters::listCounters(present));
  listing.isPresent = true;
  return listing;
}

}  // namespace kw::cuda

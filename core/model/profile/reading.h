// SPDX-License-Identifier: GPL-3.0-or-later
// What a device's counters said of a launch, and what reading them cost.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"

namespace kw {

struct CounterReading {
  std::string chip;                      // "GH100"; "" where the device has no counters
  std::map<std::string, double> values;  // by metric id
  std::vector<std::string> absent;       // metrics asked for that the chip has no counter for
  int planned = 0;                       // passes that all of them take
  int passes = 0;                        // passes made
  double milliseconds = 0;               // of wall time, restoring and setting up included
  bool overBudget = false;  // planned is above what was allowed, so nothing was launched
  std::string refusal;      // why no counters can be read here; "" where they can
  std::string advice;       // how to allow it
};

json::Value toJson(const CounterReading& value);
Result<CounterReading> counterReadingFromJson(const json::Value& value);

// A chip's counters, as far as they can be asked without a device.
struct CounterOffer {
  std::string metric;   // its id
  std::string counter;  // "" where the chip has none
  bool available = false;
  int passes = 0;  // by itself; 0 where it is not available
};
struct CounterListing {
  std::vector<std::string> chips;  // that the profiler's library knows
  std::string chip;                // which one this is of
  bool isPresent = false;          // it is the device's own
  std::vector<CounterOffer> offers;
  int fullPasses = 0;  // of the full set at once
  std::string refusal, advice;
};
json::Value toJson(const CounterListing& value);
Result<CounterListing> counterListingFromJson(const json::Value& value);

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/counters/counter_listing.h"

#include <vector>

#include "model/profile/catalogue.h"
#include "runner/counters/counter_plan.h"

namespace kw::counters {

namespace {

Result<CounterOffer> offerOf(const Metric& metric, const std::string& chip) {
  CounterOffer offer;
  offer.metric = metric.id;
  const CounterName* counter = metric.counterOn(chip);
  if (!counter) return offer;
  offer.counter = counter->name;
  KW_ASSIGN(const CounterPlan plan, CounterPlan::make(chip, {counter->name}));
  offer.available = plan.absent().empty();
  offer.passes = plan.passes();
  return offer;
}

}  // namespace

Result<CounterListing> listCounters(const std::string& chip) {
  CounterListing listing;
  listing.chip = chip;
  KW_ASSIGN(listing.chips, knownChips());
  std::vector<std::string> full;
  for (const Metric& metric : catalogue().metrics()) {
    if (metric.counters.empty()) continue;
    KW_ASSIGN(CounterOffer offer, offerOf(metric, chip));
    if (offer.available && metric.isFull) full.push_back(offer.counter);
    listing.offers.push_back(std::move(offer));
  }
  KW_ASSIGN(const CounterPlan plan, CounterPlan::make(chip, full));
  listing.fullPasses = plan.passes();
  return listing;
}

}  // namespace kw::counters

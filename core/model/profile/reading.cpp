// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/reading.h"

#include "base/json/reader.h"

namespace kw {

namespace {

json::Value strings(const std::vector<std::string>& texts) {
  return json::Array(texts.begin(), texts.end());
}

CounterReading readReading(const json::Value& value, json::Faults& faults) {
  json::ObjectReader reader(value, "reading", faults);
  CounterReading reading;
  reading.chip = reader.optionalString("chip");
  if (const json::Value* values = reader.required("values"))
    for (const auto& [id, item] : values->asObject()) {
      if (!item.isNumber()) reader.fault("values", "a number expected for " + id);
      reading.values[id] = item.asReal();
    }
  reading.absent = reader.optionalStrings("absent");
  reading.planned = static_cast<int>(reader.optionalInteger("planned", 0, 0, 1 << 20));
  reading.passes = static_cast<int>(reader.optionalInteger("passes", 0, 0, 1 << 20));
  reading.milliseconds = reader.optionalReal("ms", 0);
  reading.overBudget = reader.optionalBool("over_budget", false);
  reading.refusal = reader.optionalString("refusal");
  reading.advice = reader.optionalString("advice");
  return reading;
}

CounterOffer readOffer(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  CounterOffer offer;
  offer.metric = reader.string("metric");
  offer.counter = reader.optionalString("counter");
  offer.available = reader.optionalBool("available", false);
  offer.passes = static_cast<int>(reader.optionalInteger("passes", 0, 0, 1 << 20));
  return offer;
}

CounterListing readListing(const json::Value& value, json::Faults& faults) {
  json::ObjectReader reader(value, "listing", faults);
  CounterListing listing;
  listing.chips = reader.optionalStrings("chips");
  listing.chip = reader.optionalString("chip");
  listing.isPresent = reader.optionalBool("present", false);
  size_t number = 0;
  for (const json::Value& item : reader.optionalArray("offers"))
    listing.offers.push_back(
        readOffer(item, reader.path("offers") + "[" + std::to_string(number++) + "]", faults));
  listing.fullPasses = static_cast<int>(reader.optionalInteger("full_passes", 0, 0, 1 << 20));
  listing.refusal = reader.optionalString("refusal");
  listing.advice = reader.optionalString("advice");
  return listing;
}

}  // namespace

json::Value toJson(const CounterReading& value) {
  json::Value values = json::Value::object({});
  for (const auto& [id, number] : value.values)
    values.append(id, number);
  return json::Value::object({{"chip", value.chip},
                              {"values", std::move(values)},
                              {"absent", strings(value.absent)},
                              {"planned", value.planned},
                              {"passes", value.passes},
                              {"ms", value.milliseconds},
                              {"over_budget", value.overBudget},
                              {"refusal", value.refusal},
                              {"advice", value.advice}});
}

Result<CounterReading> counterReadingFromJson(const json::Value& value) {
  json::Faults faults("");
  CounterReading reading = readReading(value, faults);
  if (!faults.empty()) return fail(faults.take());
  return reading;
}

json::Value toJson(const CounterListing& value) {
  json::Array offers;
  for (const CounterOffer& offer : value.offers)
    offers.push_back(json::Value::object({{"metric", offer.metric},
                                          {"counter", offer.counter},
                                          {"available", offer.available},
                                          {"passes", offer.passes}}));
  return json::Value::object({{"chips", strings(value.chips)},
                              {"chip", value.chip},
                              {"present", value.isPresent},
                              {"offers", std::move(offers)},
                              {"full_passes", value.fullPasses},
                              {"refusal", value.refusal},
                              {"advice", value.advice}});
}

Result<CounterListing> counterListingFromJson(const json::Value& value) {
  json::Faults faults("");
  CounterListing listing = readListing(value, faults);
  if (!faults.empty()) return fail(faults.take());
  return listing;
}

}  // namespace kw

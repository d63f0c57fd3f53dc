// SPDX-License-Identifier: GPL-3.0-or-later
// One figure about a launch, with how it came to be known.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"

namespace kw {

enum class Provenance {
  measured,  // a counter of the device, or a clock
  derived,   // computed from measured figures
  modelled,  // from the problem's work model and the device's measured peaks
};
std::string_view name(Provenance known);  // "measured", …
std::optional<Provenance> provenance(std::string_view name);

struct MetricValue {
  double value = 0;
  std::string unit;  // "%", "byte", "ns", …; "" for pure numbers
  Provenance known = Provenance::measured;
  // The counter's name, or the formula as the catalogue has it.
  std::string from;
};

// By the catalogue's id.
using MetricValues = std::map<std::string, MetricValue>;

// "1.87 GB", "87.3 %", "25.4 µs": for people.
std::string metricText(const MetricValue& value);

json::Value toJson(const MetricValues& values);
Result<MetricValues> metricValuesFromJson(const json::Value& value);

}  // namespace kw

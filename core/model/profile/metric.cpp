// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/metric.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/json/reader.h"

namespace kw {

namespace {

constexpr std::array<std::pair<Provenance, std::string_view>, 3> names{
    {{Provenance::measured, "measured"},
     {Provenance::derived, "derived"},
     {Provenance::modelled, "modelled"}}};

std::string digits(double value) {
  std::array<char, 64> text{};
  const double size = std::fabs(value);
  const int places = size >= 1000 || size == 0 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4;
  const int written = std::snprintf(text.data(), text.size(), "%.*f", places, value);
  return std::string(text.data(), static_cast<size_t>(written));
}

// In the largest of the steps that leaves at least 1 before the point.
std::string scaled(double value, std::string_view unit) {
  constexpr std::array<std::pair<double, std::string_view>, 4> steps{
      {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  for (const auto& [size, letter] : steps)
    if (std::fabs(value) >= size)
      return digits(value / size) + " " + std::string(letter) + std::string(unit);
  return digits(value) + (unit.empty() ? "" : " ") + std::string(unit);
}

MetricValue readValue(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  MetricValue metric;
  metric.value = reader.real("value");
  metric.unit = reader.optionalString("unit");
  const std::string how = reader.string("known");
  if (const auto found = provenance(how))
    metric.known = *found;
  else
    reader.fault("known", "\"measured\", \"derived\" or \"modelled\" expected");
  metric.from = reader.optionalString("from");
  return metric;
}

}  // namespace

std::string_view name(Provenance known) {
  for (const auto& [which, text] : names)
    if (which == known) return text;
  return "";
}

std::optional<Provenance> provenance(std::string_view name) {
  for (const auto& [which, text] : names)
    if (text == name) return which;
  return std::nullopt;
}

std::string metricText(const MetricValue& value) {
  if (value.unit == "%") return digits(value.value) + " %";
  if (value.unit == "ns")
    return value.value < 1e6 ? digits(value.value / 1e3) + " µs"
                             : digits(value.value / 1e6) + " ms";
  if (value.unit == "byte") return scaled(value.value, "B");
  if (value.unit == "byte/s") return scaled(value.value, "B/s");
  return scaled(value.value, value.unit);
}

json::Value toJson(const MetricValues& values) {
  json::Value object = json::Value::object({});
  for (const auto& [id, value] : values)
    object.append(id, json::Value::object({{"value", value.value},
                                           {"unit", value.unit},
                                           {"known", name(value.known)},
                                           {"from", value.from}}));
  return object;
}

Result<MetricValues> metricValuesFromJson(const json::Value& value) {
  json::Faults faults("");
  MetricValues values;
  if (!value.isObject()) faults.add(value, "", "an object of metrics expected");
  for (const auto& [id, item] : value.asObject())
    values[id] = readValue(item, id, faults);
  if (!faults.empty()) return fail(faults.take());
  return values;
}

}  // namespace kw

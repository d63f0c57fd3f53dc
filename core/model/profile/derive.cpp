// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/derive.h"

#include <algorithm>
#include <cmath>

namespace kw {

namespace {

class Deriver {
 public:
  Deriver(const Catalogue& catalogue, const std::map<std::string, double>& counters,
          std::string_view chip, const ModelInput& input)
      : m_catalogue(catalogue), m_counters(counters), m_chip(chip), m_inputs(lookupOf(input)) {}

  const std::optional<MetricValue>& valueOf(const std::string& id) {
    const auto known = m_values.find(id);
    if (known != m_values.end()) return known->second;
    const Metric* metric = m_catalogue.find(id);
    std::optional<MetricValue> value = metric ? compute(*metric) : std::nullopt;
    return m_values.emplace(id, std::move(value)).first->second;
  }

 private:
  std::optional<MetricValue> compute(const Metric& metric) {
    std::optional<MetricValue> value = counted(metric);
    if (!value) value = largest(metric);
    if (!value) value = computed(metric);
    if (!value) value = modelled(metric);
    if (value) value->unit = metric.unit;
    return value;
  }

  std::optional<MetricValue> counted(const Metric& metric) const {
    const auto found = m_counters.find(metric.id);
    if (found == m_counters.end() || !std::isfinite(found->second)) return std::nullopt;
    const CounterName* counter = metric.counterOn(m_chip);
    return MetricValue{found->second, {}, Provenance::measured, counter ? counter->name : ""};
  }

  std::optional<MetricValue> largest(const Metric& metric) {
    std::optional<MetricValue> best;
    for (const std::string& id : metric.largestOf) {
      const auto& part = valueOf(id);
      if (part && (!best || part->value > best->value))
        best = MetricValue{part->value, {}, Provenance::derived, id};
    }
    return best;
  }

  std::optional<MetricValue> computed(const Metric& metric) {
    if (!metric.formula) return std::nullopt;
    Provenance how = Provenance::derived;
    bool uses = false;  // a metric that has a value
    const auto lookup = [&](std::string_view name) -> std::optional<expression::Value> {
      if (auto value = m_inputs(name)) return value;
      const auto& part = valueOf(std::string(name));
      if (!part) return std::nullopt;
      uses = true;
      if (part->known == Provenance::modelled) how = Provenance::modelled;
      return part->value;
    };
    const auto value = metric.formula->evaluateReal(lookup);
    if (!value || !std::isfinite(*value) || !uses) return std::nullopt;
    return MetricValue{*value, {}, how, metric.formula->text()};
  }

  std::optional<MetricValue> modelled(const Metric& metric) const {
    if (!metric.modelled) return std::nullopt;
    const auto value = metric.modelled->evaluateReal(m_inputs);
    if (!value || !std::isfinite(*value)) return std::nullopt;
    const auto& names = metric.modelled->names();
    const bool isTime = std::ranges::all_of(
        names, [](const std::string& name) { return name.starts_with("time."); });
    return MetricValue{
        *value, {}, isTime ? Provenance::measured : Provenance::modelled, metric.modelled->text()};
  }

  const Catalogue& m_catalogue;
  const std::map<std::string, double>& m_counters;
  std::string_view m_chip;
  expression::Lookup m_inputs;
  std::map<std::string, std::optional<MetricValue>> m_values;
};

}  // namespace

MetricValues derive(const Catalogue& catalogue, const std::vector<std::string>& ids,
                    const std::map<std::string, double>& counters, std::string_view chip,
                    const ModelInput& input) {
  Deriver deriver(catalogue, counters, chip, input);
  MetricValues values;
  for (const std::string& id : ids)
    if (const auto& value = deriver.valueOf(id)) values.emplace(id, *value);
  return values;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/catalogue.h"

#include <algorithm>
#include <set>

#include "base/log/log.h"
#include "embedded/metric_texts.h"

namespace kw {

namespace {

bool beginsWithOne(std::string_view chip, const std::vector<std::string>& prefixes) {
  return std::ranges::any_of(prefixes,
                             [chip](const std::string& one) { return chip.starts_with(one); });
}

Catalogue embedded() {
  auto read = Catalogue::read({{"memory.json", std::string(metric_texts::memory_json)},
                               {"compute.json", std::string(metric_texts::compute_json)},
                               {"latency.json", std::string(metric_texts::latency_json)}});
  // A test reads the same texts, so this cannot be.
  if (!read) log::warning("metrics", read.error().text());
  return read ? *std::move(read) : Catalogue();
}

// Those that a formula is over, the metric itself not counted.
void addNeeds(const Catalogue& catalogue, const std::string& id, std::string_view chip,
              std::set<std::string>& counters, std::set<std::string>& seen) {
  const Metric* metric = catalogue.find(id);
  if (!metric || !seen.insert(id).second) return;
  if (chip.empty() ? !metric->counters.empty() : metric->counterOn(chip) != nullptr) {
    counters.insert(id);
    return;
  }
  for (const std::string& part : metric->largestOf)
    addNeeds(catalogue, part, chip, counters, seen);
  if (!metric->formula) return;
  for (const std::string& name : metric->formula->names())
    addNeeds(catalogue, name, chip, counters, seen);
}

}  // namespace

const CounterName* Metric::counterOn(std::string_view chip) const {
  if (chip.empty()) return nullptr;
  const auto found = std::ranges::find_if(counters, [chip](const CounterName& one) {
    return (one.chips.empty() || beginsWithOne(chip, one.chips)) &&
           !beginsWithOne(chip, one.except);
  });
  return found == counters.end() ? nullptr : &*found;
}

const Metric* Catalogue::find(std::string_view id) const {
  const auto found = std::ranges::find(m_metrics, id, &Metric::id);
  return found == m_metrics.end() ? nullptr : &*found;
}

std::vector<std::string> Catalogue::countersFor(const std::vector<std::string>& ids,
                                                std::string_view chip) const {
  std::set<std::string> counters, seen;
  for (const std::string& id : ids)
    addNeeds(*this, id, chip, counters, seen);
  std::vector<std::string> ordered;
  for (const Metric& metric : m_metrics)
    if (counters.contains(metric.id)) ordered.push_back(metric.id);
  return ordered;
}

std::vector<std::string> Catalogue::fullSet() const {
  std::vector<std::string> ids;
  for (const Metric& metric : m_metrics)
    if (metric.isFull) ids.push_back(metric.id);
  return ids;
}

const Catalogue& catalogue() {
  static const Catalogue read = embedded();
  return read;
}

}  // namespace kw

// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the files of the catalogue.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/json/reader.h"
#include "base/json/text.h"
#include "model/profile/catalogue.h"

namespace kw {

namespace {

constexpr const char* formatName = "kernelwright-metrics/1";
// What formulas may name besides metrics; see model_input.h.
constexpr std::array<std::string_view, 9> inputNames{
    "work.bytes", "work.flops",   "work.fp32",     "work.fp64",      "work.fp16",
    "peak.dram",  "time.seconds", "floor.seconds", "occupancy.share"};
constexpr std::string_view flopsPeak = "peak.flops";

CounterName readCounter(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  CounterName counter;
  counter.name = reader.string("name");
  counter.chips = reader.optionalStrings("chips");
  counter.except = reader.optionalStrings("except");
  reader.finish();
  return counter;
}

std::optional<expression::Expression> readFormula(json::ObjectReader& reader,
                                                  std::string_view key) {
  if (!reader.has(key)) return std::nullopt;
  auto parsed = expression::Expression::parse(reader.string(key));
  if (parsed) return *std::move(parsed);
  reader.fault(key, parsed.error().message);
  return std::nullopt;
}

void readPasses(json::ObjectReader& reader, Metric& metric) {
  const json::Value* passes = reader.raw("passes");
  if (!passes) return;
  for (const auto& [chip, count] : passes->asObject()) {
    if (!count.isInteger() || count.asInteger() < 1)
      reader.fault("passes", "a whole number of passes from 1 expected for " + chip);
    metric.passes[chip] = static_cast<int>(count.asInteger(1));
  }
}

Metric readMetric(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Metric metric;
  metric.id = reader.string("id");
  metric.need = reader.string("need");
  metric.title = reader.string("title");
  metric.unit = reader.string("unit");
  size_t number = 0;
  for (const json::Value& item : reader.optionalArray("counters"))
    metric.counters.push_back(
        readCounter(item, reader.path("counters") + "[" + std::to_string(number++) + "]", faults));
  metric.formula = readFormula(reader, "formula");
  metric.largestOf = reader.optionalStrings("largest_of");
  metric.modelled = readFormula(reader, "modelled");
  metric.source = reader.optionalString("source");
  readPasses(reader, metric);
  metric.isFull = reader.optionalBool("full_set", true);
  reader.finish();
  if (metric.counters.empty() && !metric.formula && metric.largestOf.empty() && !metric.modelled)
    faults.add(value, path, "nothing says where its value comes from",
               "give \"counters\", \"formula\", \"largest_of\" or \"modelled\"");
  return metric;
}

void readFile(const std::string& name, const std::string& text, std::vector<Metric>& metrics,
              std::vector<Error>& errors) {
  const auto value = json::parse(text, name);
  if (!value) {
    errors.push_back(value.error());
    return;
  }
  json::Faults faults(name);
  json::ObjectReader reader(*value, "", faults);
  reader.oneOf("format", {formatName});
  reader.optionalString("about");
  size_t number = 0;
  for (const json::Value& item : reader.array("metrics"))
    metrics.push_back(readMetric(item, "metrics[" + std::to_string(number++) + "]", faults));
  reader.finish();
  if (!faults.empty()) errors.push_back(faults.take());
}

std::vector<std::string> namesOf(const Metric& metric) {
  std::vector<std::string> names = metric.largestOf;
  if (metric.formula)
    names.insert(names.end(), metric.formula->names().begin(), metric.formula->names().end());
  return names;
}

bool isInput(std::string_view name) {
  return name == flopsPeak || std::ranges::find(inputNames, name) != inputNames.end();
}

class NameCheck {
 public:
  explicit NameCheck(const std::vector<Metric>& metrics) {
    for (const Metric& metric : metrics) {
      if (!m_metrics.emplace(metric.id, &metric).second)
        m_faults.push_back("the metric \"" + metric.id + "\" is there twice");
    }
  }
  std::vector<std::string> run() {
    for (const auto& [id, metric] : m_metrics) {
      for (const std::string& name : namesOf(*metric))
        if (!m_metrics.contains(name) && !isInput(name))
          m_faults.push_back("the metric \"" + id + "\" is computed from \"" + name +
                             "\", which is no metric and no input");
      if (metric->modelled)
        for (const std::string& name : metric->modelled->names())
          if (!isInput(name))
            m_faults.push_back("the metric \"" + id + "\" is modelled from \"" + name +
                               "\", which is no input");
      if (reaches(id, id)) m_faults.push_back("the metric \"" + id + "\" is computed from itself");
    }
    return std::move(m_faults);
  }

 private:
  bool reaches(const std::string& from, const std::string& to) {
    std::set<std::string> seen;
    std::vector<std::string> open = {from};
    while (!open.empty()) {
      const auto found = m_metrics.find(open.back());
      open.pop_back();
      if (found == m_metrics.end()) continue;
      for (const std::string& name : namesOf(*found->second)) {
        if (name == to) return true;
        if (seen.insert(name).second) open.push_back(name);
      }
    }
    return false;
  }

  std::map<std::string, const Metric*> m_metrics;
  std::vector<std::string> m_faults;
};

}  // namespace

Result<Catalogue> Catalogue::read(const std::vector<std::pair<std::string, std::string>>& texts) {
  Catalogue catalogue;
  std::vector<Error> errors;
  for (const auto& [name, text] : texts)
    readFile(name, text, catalogue.m_metrics, errors);
  for (std::string& message : NameCheck(catalogue.m_metrics).run())
    errors.push_back(Error{ErrorKind::badInput, std::move(message), {}, {}});
  if (errors.empty()) return catalogue;
  json::Faults all("");
  for (Error& error : errors)
    all.add(std::move(error));
  return fail(all.take());
}

}  // namespace kw

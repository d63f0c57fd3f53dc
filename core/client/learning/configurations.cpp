// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/configurations.h"

#include "base/json/reader.h"
#include "base/json/text.h"
#include "base/log/log.h"
#include "embedded/learning_texts.h"

namespace kw {

namespace {

MetricGroup readOne(const json::Value& value, const std::string& path, const Catalogue& catalogue,
                    json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  MetricGroup group;
  group.name = reader.string("name");
  reader.string("reason");
  reader.array("metrics");
  group.metrics = metricSet(reader.optionalStrings("metrics"));
  for (const std::string& id : group.metrics)
    if (!catalogue.find(id))
      reader.fault("metrics", "a metric of the catalogue expected, found \"" + id + "\"");
  reader.finish();
  return group;
}

std::vector<MetricGroup> embedded() {
  auto read = readConfigurations(std::string(learning_texts::configurations_json),
                                 "configurations.json", catalogue());
  // A test reads the same text, so this cannot be.
  if (!read) log::warning("learning", read.error().text());
  return read ? *std::move(read) : std::vector<MetricGroup>();
}

}  // namespace

Result<std::vector<MetricGroup>> readConfigurations(const std::string& text,
                                                    const std::string& fileName,
                                                    const Catalogue& catalogue) {
  KW_ASSIGN(const json::Value value, json::parse(text, fileName));
  json::Faults faults(fileName);
  json::ObjectReader reader(value, "", faults);
  reader.oneOf("format", {"kernelwright-configurations/1"});
  reader.optionalString("about");
  std::vector<MetricGroup> groups;
  for (const json::Value& item : reader.array("configurations"))
    groups.push_back(
        readOne(item, "configurations[" + std::to_string(groups.size()) + "]", catalogue, faults));
  reader.finish();
  if (!faults.empty()) return fail(faults.take());
  return groups;
}

const std::vector<MetricGroup>& fixedConfigurations() {
  static const std::vector<MetricGroup> read = embedded();
  return read;
}

}  // namespace kw

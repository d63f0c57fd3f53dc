// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "base/json/text.h"
#include "model/recordings/parameter_values.h"
#include "model/recordings/row_content.h"
#include "model/recordings/write_recording.h"

namespace kw {

namespace {

using recordings::jsonOf;

// What the reader kept as JSON text.
json::Value kept(const std::string& text) {
  auto value = json::parse(text);
  return value ? *std::move(value) : json::Value(text);
}

json::Value metadataOf(const Recording& recording) {
  json::Value metadata = json::Value::object({{"timeunit", "milliseconds"}});
  for (const auto& [key, text] : recording.further)
    if (key != "objective") metadata.set(key, kept(text));
  if (!recording.device.empty()) metadata.set("device_name", recording.device);
  if (!recording.kernel.empty()) metadata.set("kernel_name", recording.kernel);
  if (!recording.problemSize.empty())
    metadata.set("problem_size", recordings::problemSizeValue(recording.problemSize));
  json::Object parameters;
  for (const Parameter& parameter : recording.parameters)
    parameters.emplace_back(parameter.name, recordings::jsonOf(parameter.values));
  metadata.set("tune_params", std::move(parameters));
  return metadata;
}

json::Value timesOf(const RecordedRow& row) {
  json::Value times = json::Value::object({{"compilation", row.compile},
                                           {"benchmark", row.benchmark},
                                           {"framework", row.framework},
                                           {"search_algorithm", row.search},
                                           {"validation", row.validation}});
  if (!row.samples.empty())
    times.set("runtimes", json::Array(row.samples.begin(), row.samples.end()));
  return times;
}

json::Value measurement(const std::string& name, json::Value value, const std::string& unit) {
  return json::Value::object({{"name", name}, {"value", std::move(value)}, {"unit", unit}});
}

constexpr std::string_view timesPrefix = "times.";

json::Value measurementsOf(const Recording& recording, const RecordedRow& row) {
  json::Value all{json::Array()};
  const bool isTime = recording.objective == "time";
  all.push(measurement(recording.objective,
                       row.ok() ? json::Value(row.milliseconds) : json::Value(row.failure),
                       isTime ? "" : "ms"));
  for (const auto& [name, value] : row.metrics) {
    if (name == "correctness" || name.starts_with(timesPrefix)) continue;
    const auto unit = recording.units.find(name);
    all.push(measurement(name, value, unit == recording.units.end() ? "" : unit->second));
  }
  return all;
}

json::Value resultOf(const Recording& recording, const RecordedRow& row,
                     const json::Value& objectives) {
  json::Object configuration;
  for (size_t i = 0; i < row.values.size(); ++i)
    configuration.emplace_back(recording.parameters[i].name,
                               jsonOf(recording.parameters[i].values[row.values[i]]));
  json::Value times = timesOf(row);
  for (const auto& [name, value] : row.metrics)
    if (name.starts_with(timesPrefix)) times.set(name.substr(timesPrefix.size()), value);
  const auto stated = row.metrics.find("correctness");
  const json::Value correctness =
      stated == row.metrics.end() ? json::Value(row.ok() ? 1 : 0) : json::Value(stated->second);
  json::Value result = json::Value::object({
      {"timestamp", row.timestamp},
      {"configuration", std::move(configuration)},
      {"times", std::move(times)},
      {"invalidity", recordings::t4Invalidity(row.verdict)},
      {"correctness", correctness},
      {"measurements", measurementsOf(recording, row)},
      {"objectives", objectives},
  });
  for (const auto& [key, text] : row.further)
    if (!result.find(key)) result.append(key, kept(text));
  return result;
}

}  // namespace

std::string writeT4(const Recording& recording) {
  const auto stated = recording.further.find("objective");
  json::Value objectives = json::Value::array({recording.objective});
  if (stated != recording.further.end()) {
    const json::Value written = kept(stated->second);
    objectives = written.isArray() ? written : json::Value::array({written});
  }
  std::string text =
      "{\n\"schema_version\": \"1.0.0\",\n\"metadata\": " + json::writeLine(metadataOf(recording)) +
      ",\n\"results\": [";
  std::string_view before = "\n";
  for (const RecordedRow& row : recording.rows) {
    text += before;
    text += json::writeLine(resultOf(recording, row, objectives));
    before = ",\n";
  }
  return text + "\n]\n}\n";
}

}  // namespace kw

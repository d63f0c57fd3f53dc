// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "base/json/text.h"
#include "model/recordings/cache_keys.h"
#include "model/recordings/parameter_values.h"
#include "model/recordings/row_content.h"
#include "model/recordings/write_recording.h"

namespace kw {

namespace {

using recordings::jsonOf;

// Kernel Tuner knows its own names only. Those of T4, KTT and ours become the nearest of them;
// other tuners' stay.
std::string failureIn(const RecordedRow& row) {
  if (row.failure.ends_with("Config")) return row.failure;
  const bool isOther = !recordings::failureKind(row.failure) && row.failure != name(row.verdict);
  if (isOther && !row.failure.empty()) return row.failure;
  switch (row.verdict) {
    case VerdictKind::failedToCompile:
      return "CompilationFailedConfig";
    case VerdictKind::exceedsLimits:
    case VerdictKind::notApplicable:
      return "InvalidConfig";
    default:
      return "RuntimeFailedConfig";
  }
}

std::string pairText(std::string_view key, const json::Value& value) {
  return json::writeLine(key) + ": " + json::writeLine(value);
}

std::string headerOf(const Recording& recording) {
  json::Object values;
  json::Array names;
  for (const Parameter& parameter : recording.parameters) {
    names.emplace_back(parameter.name);
    values.emplace_back(parameter.name, jsonOf(parameter.values));
  }
  const auto stated = recording.further.find("objective");
  std::string text = "{\n" + pairText("device_name", recording.device) + ",\n" +
                     pairText("kernel_name", recording.kernel) + ",\n";
  if (!recording.problemSize.empty())
    text += pairText("problem_size", recordings::problemSizeValue(recording.problemSize)) + ",\n";
  text += pairText("tune_params_keys", std::move(names)) + ",\n" +
          pairText("tune_params", std::move(values)) + ",\n\"objective\": " +
          (stated == recording.further.end() ? json::writeLine("time") : stated->second) + ",\n";
  for (const auto& [key, content] : recording.further)
    if (!recordings::isCacheFileKey(key)) text += json::writeLine(key) + ": " + content + ",\n";
  return text;
}

std::string keyOf(const Recording& recording, const RecordedRow& row) {
  std::string key;
  for (size_t i = 0; i < row.values.size(); ++i)
    key +=
        (i > 0 ? "," : "") + recordings::pythonText(recording.parameters[i].values[row.values[i]]);
  return key;
}

json::Value rowOf(const Recording& recording, const RecordedRow& row) {
  json::Value object{json::Object()};
  for (size_t i = 0; i < row.values.size(); ++i)
    if (const Parameter& parameter = recording.parameters[i];
        !recordings::isCacheRowKey(parameter.name))
      object.append(parameter.name, jsonOf(parameter.values[row.values[i]]));
  object.append("time", row.ok() ? json::Value(row.milliseconds) : json::Value(failureIn(row)));
  if (!row.samples.empty())
    object.append("times", json::Array(row.samples.begin(), row.samples.end()));
  object.append("compile_time", row.compile);
  object.append("verification_time", row.validation);
  object.append("benchmark_time", row.benchmark);
  object.append("strategy_time", row.search);
  object.append("framework_time", row.framework);
  if (!row.timestamp.empty()) object.append("timestamp", row.timestamp);
  for (const auto& [key, value] : row.metrics)
    if (!object.find(key)) object.append(key, value);
  for (const auto& [key, content] : row.further) {
    if (object.find(key)) continue;
    auto value = json::parse(content);
    object.append(key, value ? *std::move(value) : json::Value(content));
  }
  return object;
}

}  // namespace

std::string writeKernelTunerCache(const Recording& recording) {
  std::string text = headerOf(recording) + "\"cache\": {";
  std::string_view before = "\n";
  for (const RecordedRow& row : recording.rows) {
    text += before;
    text += pairText(keyOf(recording, row), rowOf(recording, row));
    before = ",\n";
  }
  return text + "}\n}\n";
}

}  // namespace kw

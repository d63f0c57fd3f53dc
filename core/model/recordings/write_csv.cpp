// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <set>

#include "base/json/text.h"
#include "model/recordings/csv_columns.h"
#include "model/recordings/csv_table.h"
#include "model/recordings/write_recording.h"

namespace kw {

namespace {

struct Column {
  std::string name;
  std::function<std::string(const RecordedRow&)> text;
};

std::string realText(double value) {
  return json::writeLine(value);
}

std::string timeText(double milliseconds) {
  return milliseconds == 0 ? std::string() : realText(milliseconds);
}

std::string samplesText(const RecordedRow& row) {
  std::string text;
  for (const double sample : row.samples)
    text += (text.empty() ? "" : " ") + realText(sample);
  return text;
}

std::vector<Column> parameterColumns(const Recording& recording) {
  std::vector<std::string> names;
  for (const Parameter& parameter : recording.parameters)
    names.push_back(parameter.name);
  // Where the names by themselves would be taken for something else.
  const std::vector<recordings::CsvColumn> alone = recordings::csvColumns(names);
  std::vector<Column> columns;
  for (size_t i = 0; i < names.size(); ++i) {
    const bool isPlain =
        alone[i].meaning == recordings::CsvMeaning::parameter && alone[i].name == names[i];
    columns.push_back({(isPlain ? "" : std::string(recordings::csvParameterPrefix)) + names[i],
                       [&recording, i](const RecordedRow& row) {
                         return recordings::csvText(recording.parameters[i].values[row.values[i]]);
                       }});
  }
  return columns;
}

std::vector<Column> fixedColumns() {
  return {
      {"time_ms", [](const RecordedRow& row) { return timeText(row.milliseconds); }},
      {"verdict", [](const RecordedRow& row) { return std::string(name(row.verdict)); }},
      {"failure", [](const RecordedRow& row) { return row.failure; }},
      {"samples_ms", samplesText},
      {"compile_ms", [](const RecordedRow& row) { return timeText(row.compile); }},
      {"benchmark_ms", [](const RecordedRow& row) { return timeText(row.benchmark); }},
      {"framework_ms", [](const RecordedRow& row) { return timeText(row.framework); }},
      {"search_ms", [](const RecordedRow& row) { return timeText(row.search); }},
      {"validation_ms", [](const RecordedRow& row) { return timeText(row.validation); }},
      {"timestamp", [](const RecordedRow& row) { return row.timestamp; }},
  };
}

std::vector<Column> metricColumns(const Recording& recording) {
  std::set<std::string> names;
  for (const RecordedRow& row : recording.rows)
    for (const auto& [name, value] : row.metrics)
      names.insert(name);
  std::vector<Column> columns;
  for (const std::string& name : names)
    columns.push_back(
        {std::string(recordings::csvMetricPrefix) + name, [name](const RecordedRow& row) {
           const auto found = row.metrics.find(name);
           return found == row.metrics.end() ? "" : realText(found->second);
         }});
  return columns;
}

bool isUsed(const Column& column, const Recording& recording) {
  return column.name == "time_ms" ||
         std::ranges::any_of(recording.rows,
                             [&](const RecordedRow& row) { return !column.text(row).empty(); });
}

}  // namespace

std::string writeCsv(const Recording& recording) {
  std::vector<Column> columns = parameterColumns(recording);
  for (std::vector<Column> more : {fixedColumns(), metricColumns(recording)})
    for (Column& column : more)
      if (isUsed(column, recording)) columns.push_back(std::move(column));
  std::string text;
  for (size_t i = 0; i < columns.size(); ++i)
    text += (i > 0 ? "," : "") + recordings::csvCell(columns[i].name);
  for (const RecordedRow& row : recording.rows) {
    std::string_view before = "\n";
    for (const Column& column : columns) {
      text += before;
      text += recordings::csvCell(column.text(row));
      before = ",";
    }
  }
  return text + "\n";
}

std::vector<std::string> recordingFormats() {
  return {"t4", "cache", "csv"};
}

Result<std::string> writeRecording(const Recording& recording, std::string_view format) {
  if (format == "t4") return writeT4(recording);
  if (format == "cache") return writeKernelTunerCache(recording);
  if (format == "csv") return writeCsv(recording);
  return failInput("\"" + std::string(format) + "\" is no format of recordings", Place{},
                   "there are t4, cache and csv");
}

}  // namespace kw

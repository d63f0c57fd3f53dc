// SPDX-License-Identifier: GPL-3.0-or-later
// Results of KTT as its JSON writer gives them. All their times are in Metadata.TimeUnit.
#include <algorithm>
#include <array>

#include "model/recordings/readers.h"
#include "model/recordings/recording_builder.h"
#include "model/recordings/row_content.h"

namespace kw::recordings {

namespace {

// What has a field in RecordedRow, or stands in one with others.
constexpr std::array<std::string_view, 10> kttRowKeys{
    "Configuration",      "KernelName",    "Status",
    "TotalDuration",      "ExtraDuration", "SearcherOverhead",
    "ValidationOverhead", "TotalOverhead", "DataMovementOverhead",
    "ComputationResults"};

class KttReader {
 public:
  KttReader(const json::PartialValue& text, const std::string& fileName)
      : m_text(text), m_root(text.value), m_builder(fileName, "KTT results") {}

  Result<ReadRecording> read() {
    if (m_text.fault) m_builder.endsEarly(*m_text.fault, m_text.isCut);
    KW_TRY(readMetadata());
    const json::Array& rows = m_root["Results"].asArray();
    if (!rows.empty()) {
      const auto kernels = mostCommonNames(rows, [](const json::Value& row) {
        const std::string& name = row["KernelName"].asString();
        return name.empty() ? std::vector<std::string>() : std::vector<std::string>{name};
      });
      if (!kernels.empty()) m_builder.recording().kernel = kernels.front();
      for (const std::string& name : mostCommonNames(rows, namesIn))
        m_builder.addParameter(name);
      if (m_builder.parameterCount() == 0)
        return failInput(
            "\"Configuration\" names no parameter",
            Place{m_builder.fileName(), rows[0].line(), rows[0].column(), "Results[0]"});
    }
    for (size_t i = 0; i < rows.size(); ++i)
      readRow({i + 1, rows[i].line(), {}}, rows[i]);
    return m_builder.finish();
  }

 private:
  Status readMetadata() {
    const json::Value& metadata = m_root["Metadata"];
    Recording& recording = m_builder.recording();
    recording.device = metadata["Device"].asString();
    for (const auto& [key, value] : metadata.asObject())
      if (key != "Device" && key != "TimeUnit")
        recording.further.emplace(key, json::writeLine(value));
    for (const auto& [key, value] : m_root.asObject())
      if (key != "Metadata" && key != "Results")
        recording.further.emplace(key, json::writeLine(value));
    const json::Value* unit = metadata.find("TimeUnit");
    if (!unit) {
      m_builder.note("no \"TimeUnit\" is stated: times are read as milliseconds, KTT's default");
      return {};
    }
    const auto milliseconds = millisecondsPer(unit->asString());
    if (!milliseconds)
      return failInput(
          "\"" + unit->asString() + "\" is no unit of time that is known here",
          Place{m_builder.fileName(), unit->line(), unit->column(), "Metadata.TimeUnit"},
          "Seconds, Milliseconds, Microseconds and Nanoseconds are");
    m_unit = *milliseconds;
    return {};
  }

  void readRow(const RowPlace& place, const json::Value& row) {
    std::vector<ParameterValue> values;
    const json::Array& pairs = row["Configuration"].asArray();
    for (size_t i = 0; i < m_builder.parameterCount(); ++i) {
      const auto value = valueOf(pairs, m_builder.parameterName(i));
      if (!value)
        return m_builder.refuse(place, "the parameter \"" + m_builder.parameterName(i) +
                                           "\" is missing or no number, string or boolean");
      values.push_back(*value);
    }
    if (pairs.size() != values.size())
      return m_builder.refuse(place, "it has parameters that most rows have not, or one twice");
    if (row["KernelName"].asString() != m_builder.recording().kernel)
      return m_builder.refuse(place, "it is of the kernel \"" + row["KernelName"].asString() +
                                         "\", and most rows are of \"" +
                                         m_builder.recording().kernel + "\"");
    RecordedRow read;
    if (const std::string why = readOutcome(row, read, place); !why.empty())
      return m_builder.refuse(place, why);
    readCosts(row, read);
    keepRest(row, read, place);
    m_builder.add(place, values, std::move(read));
  }

  static std::vector<std::string> namesIn(const json::Value& row) {
    std::vector<std::string> names;
    for (const json::Value& pair : row["Configuration"].asArray())
      if (!pair["Name"].asString().empty()) names.push_back(pair["Name"].asString());
    return names;
  }

  static std::optional<ParameterValue> valueOf(const json::Array& pairs, const std::string& name) {
    for (const json::Value& pair : pairs)
      if (pair["Name"].asString() == name) return parameterValue(pair["Value"]);
    return std::nullopt;
  }

  std::string readOutcome(const json::Value& row, RecordedRow& read, const RowPlace& place) {
    const std::string& status = row["Status"].asString();
    const json::Value& duration = row["TotalDuration"];
    if (status.empty()) return "it has no \"Status\"";
    if (status != "Ok") {
      setFailure(read, status, &m_builder, place);
      return {};
    }
    if (!duration.isNumber()) return "it has no \"TotalDuration\" that is a number";
    read.milliseconds = duration.asReal() * m_unit;
    return whyNoTime(read.milliseconds);
  }

  // KTT counts compiling, together with launching, as the overhead of a computation; of a failed
  // one it is what the total has beyond the rest.
  void readCosts(const json::Value& row, RecordedRow& read) const {
    read.search = wallTime(row["SearcherOverhead"], m_unit);
    read.validation = wallTime(row["ValidationOverhead"], m_unit);
    read.framework = wallTime(row["DataMovementOverhead"], m_unit);
    read.benchmark =
        wallTime(row["TotalDuration"], m_unit) + wallTime(row["ExtraDuration"], m_unit);
    for (const json::Value& one : row["ComputationResults"].asArray())
      read.compile += wallTime(one["Overhead"], m_unit);
    const double total = wallTime(row["TotalOverhead"], m_unit);
    if (read.compile == 0)
      read.compile = std::max(0.0, total - read.search - read.validation - read.framework);
  }

  // Registers, sizes, counters, and what later versions add. With one computation, as a rule, its
  // fields stand without a prefix.
  void keepRest(const json::Value& row, RecordedRow& read, const RowPlace& place) {
    for (const auto& [key, value] : row.asObject())
      if (std::ranges::find(kttRowKeys, key) == kttRowKeys.end())
        keepAll(read, key, value, m_builder, place);
    const json::Array& computations = row["ComputationResults"].asArray();
    for (size_t i = 0; i < computations.size(); ++i) {
      const std::string prefix =
          computations.size() == 1 ? "" : computationName(computations[i], i) + ".";
      for (const auto& [key, value] : computations[i].asObject()) {
        const bool isShared = key == "Duration" || key == "Overhead";
        if (isShared && computations.size() == 1) continue;
        const bool isGroup = key == "CompilationData" || key == "ProfilingData";
        keepAll(read, isGroup ? prefixOf(prefix) : prefix + key, value, m_builder, place);
      }
    }
  }

  static std::string computationName(const json::Value& computation, size_t index) {
    const std::string& name = computation["KernelFunction"].asString();
    return name.empty() ? std::to_string(index) : name;
  }

  // Without its final point.
  static std::string prefixOf(const std::string& prefix) {
    return prefix.substr(0, prefix.size() - (prefix.empty() ? 0 : 1));
  }

  const json::PartialValue& m_text;
  const json::Value& m_root;
  RecordingBuilder m_builder;
  double m_unit = 1;  // milliseconds
};

}  // namespace

bool isKttResults(const json::Value& root) {
  return root["Results"].isArray();
}

Result<ReadRecording> readKttResults(const json::PartialValue& text, const std::string& fileName) {
  return KttReader(text, fileName).read();
}

}  // namespace kw::recordings

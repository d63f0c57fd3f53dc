// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel Tuner's caches. All times in them are milliseconds.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/recordings/cache_keys.h"
#include "model/recordings/readers.h"
#include "model/recordings/recording_builder.h"
#include "model/recordings/row_content.h"

namespace kw::recordings {

namespace {

class KernelTunerReader {
 public:
  KernelTunerReader(const json::PartialValue& text, const std::string& fileName)
      : m_root(text.value), m_text(text), m_builder(fileName, "Kernel Tuner cache") {}

  Result<ReadRecording> read() {
    if (m_text.fault) m_builder.endsEarly(*m_text.fault, m_text.isCut);
    readHeader();
    KW_TRY(readParameters());
    size_t number = 0;
    for (const auto& [key, row] : m_root["cache"].asObject())
      readRow({++number, row.line(), key}, row);
    return m_builder.finish();
  }

 private:
  void readHeader() {
    Recording& recording = m_builder.recording();
    recording.device = m_root["device_name"].asString();
    recording.kernel = m_root["kernel_name"].asString();
    recording.problemSize = problemSizeText(m_root["problem_size"]);
    readObjective();
    for (const auto& [key, value] : m_root.asObject())
      if (!isCacheFileKey(key)) recording.further.emplace(key, json::writeLine(value));
  }

  // A time is read of each row, whatever else was optimised.
  void readObjective() {
    const json::Value* objective = m_root.find("objective");
    if (!objective || objective->asString() == "time") return;
    const std::string text = json::writeLine(*objective);
    m_builder.recording().further.emplace("objective", text);
    const json::Array& several = objective->asArray();
    if (several.size() == 1 && several[0].asString() == "time") return;
    m_builder.note("the run optimised " + text +
                   "; what is read here is \"time\", of which less is better");
  }

  Status readParameters() {
    const json::Value& listed = m_root["tune_params"];
    for (const json::Value& name : m_root["tune_params_keys"].asArray())
      if (name.isString()) addParameter(name.asString(), listed.find(name.asString()));
    for (const auto& [name, values] : listed.asObject())
      if (!m_builder.hasParameter(name)) addParameter(name, &values);
    if (m_builder.parameterCount() > 0) return {};
    return failInput("\"tune_params_keys\" names no parameter",
                     Place{m_builder.fileName(), m_root.line(), m_root.column(), {}});
  }

  void addParameter(const std::string& name, const json::Value* listed) {
    m_isFromKey.push_back(isCacheRowKey(name));
    if (isCacheRowKey(name))
      m_builder.note("the parameter \"" + name +
                     "\" has the name of a measurement, which replaces it in the rows: its values "
                     "are taken from the rows' keys");
    if (listed && listed->isArray())
      m_builder.addParameter(name, *listed);
    else
      m_builder.addParameter(name);
  }

  void readRow(const RowPlace& place, const json::Value& row) {
    if (!row.isObject())
      return m_builder.refuse(place, "expected an object, found " + std::string(row.kindName()));
    std::vector<ParameterValue> values;
    for (size_t i = 0; i < m_builder.parameterCount(); ++i) {
      const std::string& name = m_builder.parameterName(i);
      const json::Value* found = row.find(name);
      const auto value = m_isFromKey[i] ? fromKey(place.name, i)
                         : found        ? parameterValue(*found)
                                        : std::nullopt;
      if (!value) return m_builder.refuse(place, whyNoValue(i, found));
      values.push_back(*value);
    }
    RecordedRow read;
    if (const std::string why = readTime(row, read, place); !why.empty())
      return m_builder.refuse(place, why);
    readRest(row, read, place);
    m_builder.add(place, values, std::move(read));
  }

  std::string whyNoValue(size_t parameter, const json::Value* found) const {
    const std::string named = "the parameter \"" + m_builder.parameterName(parameter) + "\" ";
    if (m_isFromKey[parameter]) return named + "cannot be told from the row's key";
    if (!found) return named + "is missing";
    return named + "is " + std::string(found->kindName()) +
           ", expected a number, a string or a boolean";
  }

  // Only where the row has lost the value, and the key has as many parts as there are parameters.
  std::optional<ParameterValue> fromKey(std::string_view key, size_t parameter) const {
    const auto parts = static_cast<size_t>(std::ranges::count(key, ',')) + 1;
    if (parts != m_builder.parameterCount()) return std::nullopt;
    for (size_t i = 0; i < parameter; ++i)
      key.remove_prefix(key.find(',') + 1);
    const std::string_view part = key.substr(0, key.find(','));
    for (const ParameterValue& value : m_builder.valuesOf(parameter))
      if (pythonText(value) == part) return value;
    return std::nullopt;
  }

  // Why the row has no time, or "". A failure is told by a text in `time`, or by `__error__`.
  std::string readTime(const json::Value& row, RecordedRow& read, const RowPlace& place) {
    const json::Value& error = row["__error__"];
    const json::Value& time = row["time"];
    if (!error.isNull()) {
      const std::string& name = error.asString();
      setFailure(read, name.empty() ? json::writeLine(error) : name, &m_builder, place);
    } else if (time.isString()) {
      setFailure(read, time.asString().empty() ? "\"\"" : time.asString(), &m_builder, place);
    } else if (!time.isNumber()) {
      return time.isNull() ? "it has no \"time\""
                           : "its \"time\" is " + std::string(time.kindName());
    } else {
      read.milliseconds = time.asReal();
      return whyNoTime(read.milliseconds);
    }
    return {};
  }

  void readRest(const json::Value& row, RecordedRow& read, const RowPlace& place) {
    read.samples = samplesOf(row["times"], 1, m_builder, place);
    read.compile = wallTime(row["compile_time"]);
    read.benchmark = wallTime(row["benchmark_time"]);
    read.framework = wallTime(row["framework_time"]);
    read.search = wallTime(row["strategy_time"]);
    read.validation = wallTime(row["verification_time"]);
    read.timestamp = row["timestamp"].asString();
    for (const auto& [key, value] : row.asObject())
      if (!isCacheRowKey(key) && !m_builder.hasParameter(key))
        keep(read, key, value, m_builder, place);
    if (read.ok() && !isMean(read))
      m_builder.noteRow(place, "\"time\" is not the mean of \"times\": both stay as they are");
  }

  static bool isMean(const RecordedRow& row) {
    if (row.samples.empty()) return true;
    constexpr double rounding = 1e-6;
    const double mean = std::accumulate(row.samples.begin(), row.samples.end(), 0.0) /
                        static_cast<double>(row.samples.size());
    return std::fabs(mean - row.milliseconds) <= rounding * mean;
  }

  const json::Value& m_root;
  const json::PartialValue& m_text;
  RecordingBuilder m_builder;
  std::vector<bool> m_isFromKey;  // by parameter
};

}  // namespace

bool isKernelTunerCache(const json::Value& root) {
  return root["cache"].isObject() || root.find("tune_params_keys");
}

Result<ReadRecording> readKernelTunerCache(const json::PartialValue& text,
                                           const std::string& fileName) {
  return KernelTunerReader(text, fileName).read();
}

}  // namespace kw::recordings

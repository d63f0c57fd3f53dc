// SPDX-License-Identifier: GPL-3.0-or-later
// T4 results, version 1.0.0. Our writer keeps what T4 has no field for in "metadata", where it is
// found again.
#include <algorithm>
#include <array>

#include "model/recordings/readers.h"
#include "model/recordings/recording_builder.h"
#include "model/recordings/row_content.h"

namespace kw::recordings {

namespace {

// Of "metadata" and of the file, what has a field in Recording.
constexpr std::array<std::string_view, 8> t4FileKeys{"metadata",    "results",     "schema_version",
                                                     "timeunit",    "device_name", "kernel_name",
                                                     "tune_params", "problem_size"};
constexpr std::array<std::string_view, 7> t4TimesKeys{
    "compilation",      "compilation_time", "benchmark", "framework",
    "search_algorithm", "validation",       "runtimes"};
constexpr std::array<std::string_view, 7> t4RowKeys{"timestamp",  "configuration", "times",
                                                    "invalidity", "correctness",   "measurements",
                                                    "objectives"};

template <class Keys>
bool isAmong(const Keys& keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

class T4Reader {
 public:
  T4Reader(const json::PartialValue& text, const std::string& fileName)
      : m_text(text), m_root(text.value), m_builder(fileName, "T4") {}

  Result<ReadRecording> read() {
    if (m_text.fault) m_builder.endsEarly(*m_text.fault, m_text.isCut);
    KW_TRY(readUnit());
    readHeader();
    const json::Array& rows = m_root["results"].asArray();
    readParameters(rows);
    if (m_builder.parameterCount() == 0 && !rows.empty())
      return failInput("no \"configuration\" in \"results\" names a parameter",
                       Place{m_builder.fileName(), rows[0].line(), rows[0].column(), "results[0]"});
    for (size_t i = 0; i < rows.size(); ++i)
      readRow({i + 1, rows[i].line(), {}}, rows[i]);
    return m_builder.finish();
  }

 private:
  Status readUnit() {
    const json::Value& metadata = m_root["metadata"];
    const json::Value* unit = metadata.find("timeunit");
    if (!unit) unit = m_root.find("timeunit");
    if (!unit) {
      m_builder.note("no \"timeunit\" is stated: times are read as milliseconds");
      return {};
    }
    const auto milliseconds = millisecondsPer(unit->asString());
    if (!milliseconds)
      return failInput(
          "\"" + unit->asString() + "\" is no unit of time that is known here",
          Place{m_builder.fileName(), unit->line(), unit->column(), "metadata.timeunit"},
          "seconds, milliseconds, microseconds and nanoseconds are");
    m_unit = *milliseconds;
    return {};
  }

  void readHeader() {
    Recording& recording = m_builder.recording();
    const json::Value& metadata = m_root["metadata"];
    recording.device = metadata["device_name"].asString();
    recording.kernel = metadata["kernel_name"].asString();
    recording.problemSize = problemSizeText(metadata["problem_size"]);
    for (const json::Value* part : {&m_root, &metadata})
      for (const auto& [key, value] : part->asObject())
        if (!isAmong(t4FileKeys, key)) recording.further.emplace(key, json::writeLine(value));
  }

  // Those of the first row; their values where "metadata" lists them.
  void readParameters(const json::Array& rows) {
    const json::Value& listed = m_root["metadata"]["tune_params"];
    for (const auto& [name, values] : listed.asObject())
      m_builder.addParameter(name, values);
    if (m_builder.parameterCount() > 0 || rows.empty()) return;
    for (const std::string& name : mostCommonNames(rows, [](const json::Value& row) {
           std::vector<std::string> names;
           for (const auto& [member, value] : row["configuration"].asObject())
             names.push_back(member);
           return names;
         }))
      m_builder.addParameter(name);
  }

  void readRow(const RowPlace& place, const json::Value& row) {
    const json::Value& configuration = row["configuration"];
    if (!configuration.isObject()) return m_builder.refuse(place, "it has no \"configuration\"");
    std::vector<ParameterValue> values;
    for (size_t i = 0; i < m_builder.parameterCount(); ++i) {
      const std::string& name = m_builder.parameterName(i);
      const json::Value* found = configuration.find(name);
      const auto value = found ? parameterValue(*found) : std::nullopt;
      if (!value)
        return m_builder.refuse(
            place, "the parameter \"" + name + "\" is " +
                       (found ? std::string(found->kindName()) + ", expected a number, a string "
                                                                 "or a boolean"
                              : "missing"));
      values.push_back(*value);
    }
    if (configuration.asObject().size() != values.size())
      return m_builder.refuse(place, "it has parameters that most rows have not, or one twice");
    RecordedRow read;
    if (const std::string why = readOutcome(row, read, place); !why.empty())
      return m_builder.refuse(place, why);
    readTimes(row["times"], read, place);
    read.timestamp = row["timestamp"].asString();
    for (const auto& [key, value] : row.asObject())
      if (!isAmong(t4RowKeys, key)) keep(read, key, value, m_builder, place);
    m_builder.add(place, values, std::move(read));
  }

  // The measurement that is the objective: "time", or the one objective if its unit is one of time.
  const json::Value* objectiveOf(const json::Value& row) const {
    const json::Array& objectives = row["objectives"].asArray();
    const json::Value* other = nullptr;
    for (const json::Value& one : row["measurements"].asArray()) {
      if (one["name"].asString() == "time") return &one;
      const bool isObjective = objectives.size() == 1 && one["name"] == objectives[0];
      if (isObjective && millisecondsPer(one["unit"].asString())) other = &one;
    }
    return other;
  }

  // Between 0 and 1 it is right in part, which "invalidity" judges.
  static bool deniesCorrectness(const json::Value& stated) {
    if (stated.isNumber()) return !(stated.asReal() > 0);
    if (stated.isBool()) return !stated.asBool();
    return stated.isString() && !stated.asString().empty() && stated.asString() != "1" &&
           stated.asString() != "true" && stated.asString() != "correct";
  }

  // Why the row cannot be taken, or "".
  std::string readOutcome(const json::Value& row, RecordedRow& read, const RowPlace& place) {
    const json::Value* objective = objectiveOf(row);
    const std::string& invalidity = row["invalidity"].asString();
    const json::Value none;
    const json::Value& value = objective ? (*objective)["value"] : none;
    readMeasurements(row, objective, read, place);
    if (!invalidity.empty() && invalidity != "correct") {
      setFailure(read, invalidity, &m_builder, place);
      // The tuner's own name of the failure says more, where the two agree.
      if (value.isString() && !value.asString().empty()) read.failure = value.asString();
      return {};
    }
    if (value.isString()) {
      if (invalidity == "correct")
        return "its \"invalidity\" is \"correct\" and its time is \"" + value.asString() + "\"";
      setFailure(read, value.asString(), &m_builder, place);
      return {};
    }
    if (!value.isNumber()) return whyNoObjective(row);
    if (const json::Value& correctness = row["correctness"]; deniesCorrectness(correctness))
      return "its \"invalidity\" is \"correct\" and its \"correctness\" is " +
             json::writeLine(correctness);
    noteObjective(row, *objective);
    const auto unit = millisecondsPer((*objective)["unit"].asString());
    read.milliseconds = value.asReal() * unit.value_or(m_unit);
    return whyNoTime(read.milliseconds);
  }

  static std::string whyNoObjective(const json::Value& row) {
    std::string why = "it has no measurement \"time\" that is a number";
    const json::Array& objectives = row["objectives"].asArray();
    if (!objectives.empty() && objectives[0].asString() != "time")
      why += " (the run optimised \"" + objectives[0].asString() + "\", which is no time)";
    return why;
  }

  void noteObjective(const json::Value& row, const json::Value& objective) {
    const json::Array& objectives = row["objectives"].asArray();
    const std::string& name = objective["name"].asString();
    if (name != "time") m_builder.recording().objective = name;
    if (objectives.empty() || m_isObjectiveTold) return;
    if (objectives.size() == 1 && objectives[0].asString() == name) return;
    m_isObjectiveTold = true;
    const std::string text = json::writeLine(row["objectives"]);
    m_builder.recording().further.emplace("objective", text);
    m_builder.note("the run optimised " + text + "; what is read here is \"" + name +
                   "\", of which less is better");
  }

  void readMeasurements(const json::Value& row, const json::Value* objective, RecordedRow& read,
                        const RowPlace& place) {
    for (const json::Value& one : row["measurements"].asArray()) {
      if (&one == objective) continue;
      const std::string& name = one["name"].asString();
      keep(read, name, one["value"], m_builder, place);
      const std::string& unit = one["unit"].asString();
      if (!unit.empty()) m_builder.recording().units.emplace(name, unit);
    }
    // 1 and 0 say no more than "invalidity" does.
    const json::Value& correctness = row["correctness"];
    if (correctness.isNumber() && correctness.asReal() != 0 && correctness.asReal() != 1)
      keep(read, "correctness", correctness, m_builder, place);
  }

  void readTimes(const json::Value& times, RecordedRow& read, const RowPlace& place) {
    // The schema calls it one way, its writers another.
    const json::Value* compile = times.find("compilation");
    read.compile = wallTime(compile ? *compile : times["compilation_time"], m_unit);
    read.benchmark = wallTime(times["benchmark"], m_unit);
    read.framework = wallTime(times["framework"], m_unit);
    read.search = wallTime(times["search_algorithm"], m_unit);
    read.validation = wallTime(times["validation"], m_unit);
    read.samples = samplesOf(times["runtimes"], m_unit, m_builder, place);
    for (const auto& [key, value] : times.asObject())
      if (!isAmong(t4TimesKeys, key)) keep(read, "times." + key, value, m_builder, place);
  }

  const json::PartialValue& m_text;
  const json::Value& m_root;
  RecordingBuilder m_builder;
  double m_unit = 1;  // milliseconds
  bool m_isObjectiveTold = false;
};

}  // namespace

bool isT4(const json::Value& root) {
  if (!root["results"].isArray()) return false;
  const json::Array& rows = root["results"].asArray();
  return root.find("schema_version") || root["metadata"].find("timeunit") ||
         std::ranges::any_of(
             rows, [](const json::Value& row) { return row["configuration"].isObject(); });
}

Result<ReadRecording> readT4(const json::PartialValue& text, const std::string& fileName) {
  return T4Reader(text, fileName).read();
}

}  // namespace kw::recordings

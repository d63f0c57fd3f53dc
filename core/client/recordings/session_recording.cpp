// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/recordings/session_recording.h"

#include <algorithm>
#include <utility>

#include "base/json/text.h"
#include "client/session/session_standing.h"
#include "model/formats/standing.h"
#include "model/recordings/read_recording.h"

namespace kw {

namespace {

Result<Recording> importedRecording(const LoadedProblem& problem) {
  const RecordedOrigin& origin = *problem.problem.recorded;
  const auto part = std::ranges::find(problem.parts, origin.file, &ProblemPart::path);
  if (part == problem.parts.end())
    return failInput("the session lacks the recording that it was imported from, " + origin.file);
  KW_ASSIGN(ReadRecording read, readRecordingBytes(part->content, origin.fileName));
  return std::move(read.recording);
}

class SessionRows {
 public:
  SessionRows(const Problem& problem, const Standing& standing)
      : m_problem(problem), m_standing(standing) {}

  Recording read() {
    Recording recording;
    recording.format = "session";
    recording.kernel = m_problem.name;
    recording.device = m_standing.deviceModel;
    recording.problemSize = sizesText();
    recording.parameters = m_problem.space->parameters;
    recording.further["protocol"] = json::writeLine(m_standing.protocol);
    if (const Evaluation* source = m_standing.sourceEvaluation(); source && source->geomean > 0)
      recording.further["source_ms"] = json::writeLine(source->geomean);
    for (const Evaluation& evaluation : m_standing.evaluations)
      if (evaluation.candidate.isTemplate) addRow(evaluation, recording);
    return recording;
  }

 private:
  // {"decode":{"tokens":16}, …}
  std::string sizesText() const {
    json::Value all{json::Object()};
    for (const Case& one : m_problem.cases) {
      if (!one.performance) continue;
      json::Value sizes{json::Object()};
      for (const auto& [name, size] : one.sizes)
        sizes.set(name, size);
      all.set(one.name, std::move(sizes));
    }
    return json::writeLine(all);
  }

  // Nothing where the configuration is of an earlier form of the space.
  std::optional<std::vector<uint16_t>> indicesOf(const Configuration& configuration) const {
    std::vector<uint16_t> indices;
    for (const Parameter& parameter : m_problem.space->parameters) {
      const ParameterValue* value = configuration.find(parameter.name);
      const auto isIt = [&](const ParameterValue& one) {
        return value && expression::equal(one, *value);
      };
      const auto found = std::ranges::find_if(parameter.values, isIt);
      if (found == parameter.values.end()) return std::nullopt;
      indices.push_back(static_cast<uint16_t>(found - parameter.values.begin()));
    }
    return indices;
  }

  void addRow(const Evaluation& evaluation, Recording& recording) const {
    if (evaluation.verdict.kind == VerdictKind::couldNotJudge) return;
    auto indices = indicesOf(evaluation.candidate.configuration);
    if (!indices) return;
    RecordedRow row;
    row.values = *std::move(indices);
    row.verdict = evaluation.verdict.kind;
    if (row.ok() && (!evaluation.verdict.appliesToAll() || evaluation.geomean <= 0))
      row.verdict = VerdictKind::notApplicable;
    if (row.ok())
      row.milliseconds = evaluation.geomean;
    else
      row.failure = std::string(name(row.verdict));
    row.compile = evaluation.costs.compile;
    row.validation = evaluation.costs.verify;
    row.benchmark = evaluation.costs.measure;
    row.timestamp = evaluation.started;
    row.metrics = evaluation.metrics;
    addMeasurements(evaluation, row);
    addResources(evaluation, row);
    recording.rows.push_back(std::move(row));
  }

  void addMeasurements(const Evaluation& evaluation, RecordedRow& row) const {
    const auto isPerformance = [](const Case& one) { return one.performance; };
    const bool hasOneCase = std::ranges::count_if(m_problem.cases, isPerformance) == 1;
    for (const Measurement& one : evaluation.measurements) {
      if (one.state != "cold")
        row.metrics.emplace("median " + one.caseName + " " + one.state, one.median);
      else if (hasOneCase)
        row.samples = one.samples;
      else
        row.metrics.emplace("median " + one.caseName, one.median);
    }
  }

  static void addResources(const Evaluation& evaluation, RecordedRow& row) {
    for (const KernelResources& kernel : evaluation.resources) {
      if (kernel.registers == 0) continue;  // not counted (host)
      row.metrics.emplace("registers " + kernel.function, kernel.registers);
      row.metrics.emplace("spills " + kernel.function,
                          static_cast<double>(kernel.spillStores + kernel.spillLoads));
      row.metrics.emplace("static_shared " + kernel.function,
                          static_cast<double>(kernel.staticShared));
    }
    for (const LaunchOccupancy& launch : evaluation.occupancy)
      if (!launch.limitedBy.empty())
        row.metrics.emplace("occupancy " + launch.function, launch.occupancy);
  }

  const Problem& m_problem;
  const Standing& m_standing;
};

}  // namespace

Result<Recording> recordingOf(Session& session, std::string_view deviceId,
                              std::string_view protocol) {
  KW_ASSIGN(const std::optional<LoadedProblem> problem, session.problem());
  const Place place{session.path().string(), 0, 0, {}};
  if (!problem) return failInput("this session holds no problem, since it was never tuned", place);
  // A session that a replay wrote holds what the run tried, as any other; one that was imported,
  // the whole of it.
  KW_ASSIGN(const std::vector<RunRecord> runs, session.runs());
  if (problem->problem.recorded && runs.empty()) return importedRecording(*problem);
  if (!problem->problem.space)
    return failInput("the problem of this session has no template, and so no configurations",
                     place);
  KW_ASSIGN(const Standing standing, standingIn(session, *problem, deviceId, protocol));
  Recording recording = SessionRows(problem->problem, standing).read();
  if (recording.rows.empty())
    return failInput("this session holds no evaluation of the problem's present configurations",
                     place, "`kwr tune` makes some");
  return recording;
}

}  // namespace kw

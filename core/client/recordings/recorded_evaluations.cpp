// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/recordings/recorded_evaluations.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "base/statistics/statistics.h"
#include "model/problem/recorded_problem.h"

namespace kw {

namespace {

Configuration configurationOf(const Recording& recording, const RecordedRow& row) {
  std::vector<std::pair<std::string, ParameterValue>> values;
  values.reserve(row.values.size());
  for (size_t i = 0; i < row.values.size(); ++i)
    values.emplace_back(recording.parameters[i].name,
                        recording.parameters[i].values[row.values[i]]);
  return Configuration(std::move(values));
}

// Of the mean, from the deviation of the samples (normal approximation); the time alone where the
// samples do not say how sure it is.
statistics::Interval intervalOf(const RecordedRow& row) {
  const statistics::Interval alone{row.milliseconds, row.milliseconds};
  const auto count = static_cast<double>(row.samples.size());
  if (row.samples.size() < 2) return alone;
  const double mean = statistics::mean(row.samples);
  constexpr double rounding = 1e-6;
  if (std::fabs(mean - row.milliseconds) > rounding * mean) return alone;
  double squares = 0;
  for (const double sample : row.samples)
    squares += (sample - mean) * (sample - mean);
  constexpr double normal95 = 1.959964;
  const double half = normal95 * std::sqrt(squares / (count - 1) / count);
  return {std::max(0.0, mean - half), mean + half};
}

Measurement measurementOf(const RecordedRow& row) {
  const statistics::Interval interval = intervalOf(row);
  Measurement measurement;
  measurement.caseName = recordedCase;
  // Whether caches were flushed is not in these files. All views show cold times.
  measurement.state = "cold";
  measurement.samples = row.samples.empty() ? std::vector<double>{row.milliseconds} : row.samples;
  measurement.median = row.milliseconds;
  measurement.low = interval.low;
  measurement.high = interval.high;
  return measurement;
}

Verdict verdictOf(const Recording& recording, const RecordedRow& row) {
  Verdict verdict;
  verdict.kind = row.verdict;
  verdict.allCases = 1;
  verdict.verifiedCases = row.ok() ? 1 : 0;
  verdict.oracle =
      "as recorded (" + recording.format + "); how outputs were compared is not stated";
  if (!row.ok()) verdict.message = row.failure + ", as recorded (" + recording.format + ")";
  return verdict;
}

std::string deviceName(const Recording& recording) {
  return recording.device.empty() ? "a device that the recording does not name" : recording.device;
}

}  // namespace

DeviceInfo recordedDevice(const Recording& recording) {
  DeviceInfo device;
  device.id = "recorded";
  device.kind = "recorded";
  device.model = deviceName(recording);
  device.uuid = "recorded: " + device.model;
  device.missing = {"it is a recording: nothing can be compiled or run on it"};
  return device;
}

std::vector<Evaluation> evaluationsOf(const Recording& recording, const LoadedProblem& problem) {
  const DeviceInfo device = recordedDevice(recording);
  const std::string protocol = "as recorded (" + recording.format + ")";
  EvaluationContext context;
  context.sourceHash = problem.sourceHash;
  context.problemHash = problem.problemHash;
  context.oracleHash = problem.oracleHash;
  context.deviceModel = device.model;
  context.protocol = protocol;
  std::vector<Evaluation> evaluations;
  evaluations.reserve(recording.rows.size());
  for (const RecordedRow& row : recording.rows) {
    Evaluation& evaluation = evaluations.emplace_back();
    evaluation.candidate = {true, problem.templateHash, configurationOf(recording, row)};
    evaluation.key = evaluationKey(evaluation.candidate, context);
    evaluation.deviceId = device.uuid;
    evaluation.deviceModel = device.model;
    evaluation.protocol = protocol;
    evaluation.verdict = verdictOf(recording, row);
    if (row.ok()) {
      evaluation.measurements.push_back(measurementOf(row));
      evaluation.geomean = row.milliseconds;
    }
    evaluation.metrics = row.metrics;
    evaluation.costs.compile = row.compile;
    evaluation.costs.verify = row.validation;
    evaluation.costs.measure = row.benchmark;
    evaluation.costs.kernel = std::accumulate(row.samples.begin(), row.samples.end(), 0.0);
    evaluation.started = row.timestamp;
  }
  return evaluations;
}

}  // namespace kw

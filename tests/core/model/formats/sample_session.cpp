// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/formats/sample_session.h"

#include <QtGlobal>

#include "base/statistics/statistics.h"

namespace kw::sample {

namespace {

Evaluation evaluation(const LoadedProblem& problem, Candidate candidate, const DeviceInfo& device) {
  Evaluation made;
  made.candidate = std::move(candidate);
  made.key = made.candidate.label();
  made.deviceId = device.uuid;
  made.deviceModel = device.model;
  made.protocol = defaultProtocol(device).text();
  made.seed = 1;
  made.started = "2026-01-02T03:04:05.678Z";
  made.verdict.allCases = static_cast<int>(problem.problem.cases.size());
  return made;
}

Evaluation timed(const LoadedProblem& problem, Candidate candidate, double milliseconds,
                 const DeviceInfo& device) {
  Evaluation made = evaluation(problem, std::move(candidate), device);
  made.verdict.kind = VerdictKind::verified;
  made.verdict.verifiedCases = made.verdict.allCases;
  made.verdict.oracle =
      "independent (NumPy) on " + std::to_string(made.verdict.allCases) + " cases";
  for (const Case& which : problem.problem.cases)
    if (which.performance) made.measurements.push_back(measurement(which.name, milliseconds));
  made.geomean = milliseconds;
  return made;
}

}  // namespace

LoadedProblem load(const std::string& folder) {
  auto problem = loadProblem(std::string(KW_SOURCE_FOLDER) + "/" + folder);
  if (!problem) qFatal("%s", problem.error().text().c_str());
  return std::move(*problem);
}

DeviceInfo gpu() {
  DeviceInfo device;
  device.id = "cuda:0";
  device.kind = "cuda";
  device.model = "NVIDIA H200";
  device.uuid = "GPU-1";
  device.driver = "580.95";
  device.compiler = "NVRTC 13.0";
  device.architecture = "sm_90";
  device.limits = {{"sm_count", 132}, {"threads_per_block", 1024}, {"warp_size", 32}};
  return device;
}

DeviceInfo cpu() {
  DeviceInfo device;
  device.id = "host";
  device.kind = "host";
  device.model = "host: two cores";
  device.uuid = "host-1";
  device.compiler = "g++ 12.2.0";
  device.architecture = "x86-64";
  return device;
}

Measurement measurement(const std::string& caseName, double milliseconds, double spread) {
  Measurement made;
  made.caseName = caseName;
  made.state = "cold";
  for (int i = -10; i <= 10; ++i)
    made.samples.push_back(milliseconds * (1 + spread * i / 10));
  made.median = statistics::median(made.samples);
  const statistics::Interval interval = statistics::medianInterval95(made.samples);
  made.low = interval.low;
  made.high = interval.high;
  return made;
}

Evaluation verified(const LoadedProblem& problem, const Configuration& configuration,
                    double milliseconds, const DeviceInfo& device) {
  return timed(problem, {true, problem.templateHash, configuration}, milliseconds, device);
}

Evaluation source(const LoadedProblem& problem, double milliseconds, const DeviceInfo& device) {
  return timed(problem, {false, problem.sourceHash, {}}, milliseconds, device);
}

Evaluation failed(const LoadedProblem& problem, const Configuration& configuration,
                  VerdictKind kind, const std::string& message, const DeviceInfo& device) {
  Evaluation made = evaluation(problem, {true, problem.templateHash, configuration}, device);
  made.verdict.kind = kind;
  made.verdict.message = message;
  return made;
}

Configuration configuration(const LoadedProblem& problem, const std::string& text) {
  std::vector<std::pair<std::string, ParameterValue>> values;
  for (const Parameter& parameter : problem.problem.space->parameters) {
    ParameterValue chosen = parameter.values.front();
    for (const ParameterValue& value : parameter.values)
      if (("," + text + ",")
              .find("," + parameter.name + "=" + expression::toPlainText(value) + ",") !=
          std::string::npos)
        chosen = value;
    values.emplace_back(parameter.name, chosen);
  }
  return Configuration(std::move(values));
}

}  // namespace kw::sample

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export_record.h"

#include <utility>

#include "base/json/text.h"
#include "model/records/records_json.h"

namespace kw {

namespace {

constexpr std::string_view format = "kernelwright-export/1";
constexpr std::string_view lineStart = "// {\"format\":\"kernelwright-export/";

ExportRecord::Time timeFrom(const json::Value& value) {
  return {value["case"].asString(), value["median_ms"].asReal(), value["low_ms"].asReal(),
          value["high_ms"].asReal()};
}

}  // namespace

ExportRecord recordOf(const KernelExport& request, std::string options) {
  const Evaluation& best = *request.standing.bestEvaluation();
  ExportRecord record{request.problem->problem.name,
                      request.session,
                      best.candidate.configuration.text(),
                      best.candidate.textHash,
                      request.device.kind,
                      request.standing.deviceModel,
                      request.device.architecture,
                      request.device.compiler,
                      request.standing.protocol,
                      std::move(options),
                      best.resources,
                      {}};
  for (const Measurement& measurement : best.measurements)
    if (measurement.state == "cold")
      record.times.push_back(
          {measurement.caseName, measurement.median, measurement.low, measurement.high});
  return record;
}

std::string writeExportRecord(const ExportRecord& record) {
  json::Array kernels, times;
  for (const KernelResources& kernel : record.kernels)
    kernels.push_back(toJson(kernel));
  for (const ExportRecord::Time& time : record.times)
    times.push_back(json::Value::object({{"case", time.caseName},
                                         {"median_ms", time.median},
                                         {"low_ms", time.low},
                                         {"high_ms", time.high}}));
  return json::writeLine(json::Value::object({{"format", format},
                                              {"problem", record.problem},
                                              {"session", record.session},
                                              {"configuration", record.configuration},
                                              {"text", record.textHash},
                                              {"device_kind", record.deviceKind},
                                              {"device_model", record.deviceModel},
                                              {"architecture", record.architecture},
                                              {"compiler", record.compiler},
                                              {"protocol", record.protocol},
                                              {"options", record.options},
                                              {"kernels", std::move(kernels)},
                                              {"times", std::move(times)}}));
}

Result<ExportRecord> readExportRecord(std::string_view text, const std::string& fileName) {
  const size_t begin = text.find(lineStart);
  if (begin == std::string_view::npos)
    return failInput(fileName + " holds no record of its export", {fileName, 0, 0, {}},
                     "expected a .cu that `kwr export SESSION kernel FILE.cu` wrote");
  const std::string_view line = text.substr(begin + 3, text.find('\n', begin) - begin - 3);
  KW_ASSIGN(const json::Value value, json::parse(line, fileName));
  if (value["format"].asString() != format)
    return failInput(fileName + " was exported by a newer version: " + value["format"].asString());
  ExportRecord record{value["problem"].asString(),
                      value["session"].asString(),
                      value["configuration"].asString(),
                      value["text"].asString(),
                      value["device_kind"].asString(),
                      value["device_model"].asString(),
                      value["architecture"].asString(),
                      value["compiler"].asString(),
                      value["protocol"].asString(),
                      value["options"].asString(),
                      {},
                      {}};
  for (const json::Value& kernel : value["kernels"].asArray()) {
    KW_ASSIGN(KernelResources resources, kernelResourcesFromJson(kernel));
    record.kernels.push_back(std::move(resources));
  }
  for (const json::Value& time : value["times"].asArray())
    record.times.push_back(timeFrom(time));
  return record;
}

}  // namespace kw

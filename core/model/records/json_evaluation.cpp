// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluations with their measurements and resources as JSON.
#include "model/records/json_members.h"
#include "model/records/records_json.h"

namespace kw {

namespace {

json::Value conditionsToJson(const TimingConditions& value) {
  json::Array disturbances;
  for (const std::string& one : value.disturbances)
    disturbances.emplace_back(one);
  return json::Value::object({
      {"set_aside", value.setAside},
      {"disturbances", std::move(disturbances)},
      {"lowest_clock", value.lowestClock},
      {"highest_clock", value.highestClock},
      {"temperature", value.temperature},
      {"other_processes", value.otherProcesses},
  });
}

TimingConditions readConditions(const json::Value& value, const std::string& path,
                                json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  TimingConditions conditions;
  conditions.setAside = readInt(reader, "set_aside", 0, 0);
  conditions.disturbances = reader.optionalStrings("disturbances");
  conditions.lowestClock = readReal(reader, "lowest_clock");
  conditions.highestClock = readReal(reader, "highest_clock");
  conditions.temperature = readReal(reader, "temperature");
  conditions.otherProcesses = readInt(reader, "other_processes", 0, 0);
  return conditions;
}

}  // namespace

json::Value toJson(const Measurement& value) {
  return json::Value::object({
      {"case", value.caseName},
      {"state", value.state},
      {"samples", arrayOf(value.samples)},
      {"median", value.median},
      {"low", value.low},
      {"high", value.high},
      {"stopped_early", value.stoppedEarly},
      {"floor", value.floor},
      {"per_sample", value.perSample},
      {"conditions", conditionsToJson(value.conditions)},
  });
}

json::Value toJson(const KernelResources& value) {
  return json::Value::object({
      {"function", value.function},
      {"registers", value.registers},
      {"static_shared", value.staticShared},
      {"local", value.local},
      {"spill_stores", value.spillStores},
      {"spill_loads", value.spillLoads},
      {"constant", value.constant},
  });
}

json::Value toJson(const LaunchOccupancy& value) {
  return json::Value::object({
      {"function", value.function},
      {"threads_per_block", value.threadsPerBlock},
      {"blocks_per_sm", value.blocksPerSm},
      {"occupancy", value.occupancy},
      {"limited_by", value.limitedBy},
  });
}

namespace {

Measurement readMeasurement(const json::Value& value, const std::string& path,
                            json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Measurement measurement;
  measurement.caseName = reader.optionalString("case");
  measurement.state = reader.optionalString("state");
  measurement.samples = readReals(reader, "samples");
  measurement.median = readReal(reader, "median");
  measurement.low = readReal(reader, "low");
  measurement.high = readReal(reader, "high");
  measurement.stoppedEarly = reader.optionalBool("stopped_early", false);
  measurement.floor = readReal(reader, "floor");
  measurement.perSample = readInt(reader, "per_sample", 1, 1);
  if (const json::Value* conditions = reader.raw("conditions"))
    measurement.conditions = readConditions(*conditions, reader.path("conditions"), faults);
  return measurement;
}

KernelResources readResources(const json::Value& value, const std::string& path,
                              json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  KernelResources resources;
  resources.function = reader.optionalString("function");
  resources.registers = readInt(reader, "registers", 0, 0);
  resources.staticShared = reader.optionalInteger("static_shared", 0, 0);
  resources.local = reader.optionalInteger("local", 0, 0);
  resources.spillStores = reader.optionalInteger("spill_stores", 0, 0);
  resources.spillLoads = reader.optionalInteger("spill_loads", 0, 0);
  resources.constant = reader.optionalInteger("constant", 0, 0);
  return resources;
}

LaunchOccupancy readOccupancy(const json::Value& value, const std::string& path,
                              json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  LaunchOccupancy occupancy;
  occupancy.function = reader.optionalString("function");
  occupancy.threadsPerBlock = reader.optionalInteger("threads_per_block", 0, 0);
  occupancy.blocksPerSm = reader.optionalInteger("blocks_per_sm", 0, 0);
  occupancy.occupancy = readReal(reader, "occupancy");
  occupancy.limitedBy = reader.optionalString("limited_by");
  return occupancy;
}

template <class T>
json::Value recordsToJson(const std::vector<T>& records) {
  json::Array array;
  array.reserve(records.size());
  for (const T& record : records)
    array.push_back(toJson(record));
  return array;
}

template <class T>
std::vector<T> readRecords(json::ObjectReader& reader, std::string_view key,
                           T (*read)(const json::Value&, const std::string&, json::Faults&)) {
  std::vector<T> records;
  const std::string path = reader.path(key);
  for (const json::Value& item : reader.optionalArray(key)) {
    records.push_back(
        read(item, path + "[" + std::to_string(records.size()) + "]", reader.faults()));
  }
  return records;
}

json::Value costsToJson(const Costs& value) {
  return json::Value::object({
      {"compile", value.compile},
      {"verify", value.verify},
      {"full", value.full},
      {"thorough", value.thorough},
      {"measure", value.measure},
      {"kernel", value.kernel},
  });
}

Costs readCosts(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Costs costs;
  costs.compile = readReal(reader, "compile");
  costs.verify = readReal(reader, "verify");
  costs.full = readReal(reader, "full");
  costs.thorough = readReal(reader, "thorough");
  costs.measure = readReal(reader, "measure");
  costs.kernel = readReal(reader, "kernel");
  return costs;
}

}  // namespace

json::Value toJson(const Evaluation& value) {
  return json::Value::object({
      {"key", value.key},
      {"candidate", toJson(value.candidate)},
      {"device_id", value.deviceId},
      {"device_model", value.deviceModel},
      {"protocol", value.protocol},
      {"verdict", toJson(value.verdict)},
      {"measurements", recordsToJson(value.measurements)},
      {"resources", recordsToJson(value.resources)},
      {"occupancy", recordsToJson(value.occupancy)},
      {"metrics", objectOf(value.metrics)},
      {"costs", costsToJson(value.costs)},
      // The bits of an unsigned number as a signed one: JSON numbers end at 2^63-1 here.
      {"seed", static_cast<int64_t>(value.seed)},
      {"depth", name(value.depth)},
      {"check_seed", static_cast<int64_t>(value.checkSeed)},
      {"started", value.started},
      {"geomean", value.geomean},
  });
}

Evaluation readEvaluation(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Evaluation evaluation;
  evaluation.key = reader.optionalString("key");
  if (const json::Value* candidate = reader.raw("candidate"))
    evaluation.candidate = readCandidate(*candidate, reader.path("candidate"), faults);
  evaluation.deviceId = reader.optionalString("device_id");
  evaluation.deviceModel = reader.optionalString("device_model");
  evaluation.protocol = reader.optionalString("protocol");
  if (const json::Value* verdict = reader.required("verdict"))
    evaluation.verdict = readVerdict(*verdict, reader.path("verdict"), faults);
  evaluation.measurements = readRecords(reader, "measurements", readMeasurement);
  evaluation.resources = readRecords(reader, "resources", readResources);
  evaluation.occupancy = readRecords(reader, "occupancy", readOccupancy);
  evaluation.metrics = readRealMap(reader, "metrics");
  if (const json::Value* costs = reader.raw("costs"))
    evaluation.costs = readCosts(*costs, reader.path("costs"), faults);
  evaluation.seed = static_cast<uint64_t>(reader.optionalInteger("seed", 0));
  evaluation.depth = depth(reader.optionalString("depth")).value_or(Depth::quick);
  evaluation.checkSeed = static_cast<uint64_t>(reader.optionalInteger("check_seed", 0));
  evaluation.started = reader.optionalString("started");
  evaluation.geomean = readReal(reader, "geomean");
  return evaluation;
}

Result<KernelResources> kernelResourcesFromJson(const json::Value& value) {
  return readWhole(readResources, value, "resources");
}

Result<Evaluation> evaluationFromJson(const json::Value& value) {
  return readWhole(readEvaluation, value, "evaluation");
}

}  // namespace kw
